// SPDX-License-Identifier: Apache-2.0
// Proves that no reachable marking gives atoms of a net certain values, by the state equation and traps.
//
// A literal is a conjunction of clauses, each a disjunction of systems of inequalities: `fireable(t, u)` means that the
// preset of t or that of u is marked, its negation that each of them lacks tokens of some place. A marking that the
// state equation allows shows which clause to split next; all its cases must then be refuted.
#pragma once

#include <vector>

#include "frontend/pnml/net.h"
#include "frontend/pnml/net_atom.h"
#include "frontend/pnml/state_equation.h"

namespace weir::pnml {

class Refutation {
 public:
  /// Refers to its arguments.
  Refutation(const Net& net, StateEquation& equation) : net_(net), equation_(equation) {}

  /// Demands that the atom, which is not an event, has this value.
  void require(const NetAtom& atom, bool value);
  /// Returns true if it is proved that no reachable marking meets all demands.
  bool succeeds();

 private:
  using Case = std::vector<Inequality>;  ///< all of them
  using Clause = std::vector<Case>;      ///< at least one of them

  void add(Clause clause);

  const Net& net_;
  StateEquation& equation_;
  std::vector<Clause> clauses_;      ///< not split yet
  std::vector<Inequality> assumed_;  ///< the cases chosen so far
  int programs_left_ = kMostPrograms;

  static constexpr int kMostPrograms = 100;
};

}  // namespace weir::pnml
