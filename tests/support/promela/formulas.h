// SPDX-License-Identifier: Apache-2.0
// Random formulas, never claims and trace assertions about a random program.
#pragma once

#include "support/grammar/formulas.h"
#include "support/promela/expressions.h"

namespace weir::test {

class Formulas {
 public:
  Formulas(Draw& draw, const Profile& profile, const Environment& environment, Expressions& expressions)
      : draw_(draw), profile_(profile), environment_(environment), expressions_(expressions) {}

  /// For an ltl block, in Spin's grammar.
  Node ltl();
  /// For the command line, in weir's grammar.
  Node formula(const FormulaTaste& taste);
  Node never_claim(const std::string& name);
  /// Returns kind Skip if there is no channel.
  Node trace_assertion();

 private:
  Node ltl(int depth, int& temporal);
  Node atom(const FormulaTaste& taste);
  Node event();
  Node claim_guard();

  Draw& draw_;
  const Profile& profile_;
  const Environment& environment_;
  Expressions& expressions_;
};

}  // namespace weir::test
