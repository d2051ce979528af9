// SPDX-License-Identifier: Apache-2.0
// Processes that use their numbers or a parameter as identities: they take turns, raise their own flags, send their
// number, point at each other. Most statements treat all of them alike, so that a symmetry can be declared. Some
// programs distinguish them in one of many ways; `--symmetry` must then be refused or not change the answer.
#pragma once

#include <vector>

#include "support/promela/expressions.h"

namespace weir::test {

/// Chooses which processes have identities and what they share; returns the globals. P0 is the first process.
std::vector<Node> identity_globals(Draw& draw, const Profile& profile, Environment& environment);
/// Declarations at the start of the body of such a process.
std::vector<Node> identity_locals(Draw& draw, Environment& environment);
/// The argument of `--symmetry`: mostly correct.
std::string symmetry_declaration(Draw& draw, const Environment& environment);
/// The k-th copy of process P0 under another name (Identities::Kind::Types).
Node identity_copy(Draw& draw, const Environment& environment, const Node& process, int k);

class IdentityPhrases {
 public:
  IdentityPhrases(Draw& draw, const Profile& profile, Expressions& expressions, const Environment& environment)
      : draw_(draw), profile_(profile), expressions_(expressions), environment_(environment) {}

  /// A statement of one of the processes, or of another process about them.
  Node statement();
  /// A symmetric condition that needs no current process: an atom of a formula.
  Node closed_condition();

 private:
  bool own() const { return environment_.process == 0; }  ///< the current process has an identity
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
