// SPDX-License-Identifier: Apache-2.0
// Processes that use their numbers, or a parameter, as identities: they take turns, raise flags of their own, send
// their number, point at each other. Most of what they do treats all of them alike, so that a symmetry can be declared;
// some programs tell them apart in one of many ways, and `--symmetry` must then be refused or change no answer.
#pragma once

#include <vector>

#include "support/promela/expressions.h"

namespace weir::test {

/// Chooses which processes have identities and what they share; returns the globals. P0 is the first process planned.
std::vector<Node> identity_globals(Draw& draw, const Profile& profile, Environment& environment);
/// Variables at the start of the body of such a process.
std::vector<Node> identity_locals(Draw& draw, Environment& environment);
/// What is written behind `--symmetry`: mostly right.
std::string symmetry_declaration(Draw& draw, const Environment& environment);
/// The process of P0 as its k-th copy of another name (Identities::Kind::Types).
Node identity_copy(Draw& draw, const Environment& environment, const Node& process, int k);

class IdentityPhrases {
 public:
  IdentityPhrases(Draw& draw, const Profile& profile, Expressions& expressions, const Environment& environment)
      : draw_(draw), profile_(profile), expressions_(expressions), environment_(environment) {}

  /// A statement of one of the processes, or of another one about them.
  Node statement();
  /// A condition about all of them alike that needs no process: an atom of a formula.
  Node closed_condition();

 private:
  bool own() const { return environment_.process == 0; }  ///< the process at hand has an identity
  Node me() const;
  Node null_identity() const;
  Node place();
  Node identity();
  Node effect();
  Node condition();
  Node assignment();
  Node messages();
  Node channels();
  Node telling_apart();
  Node if_identity(Node who, Node condition, Node then);
  template <class Make>
  Node joined(Production join, const Make& each);

  Draw& draw_;
  const Profile& profile_;
  Expressions& expressions_;
  const Environment& environment_;
};

}  // namespace weir::test
