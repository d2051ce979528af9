// SPDX-License-Identifier: Apache-2.0
// Coverage: which statements of a Promela or DVE model no run executes.
//
// Executors mark every transition they take. What is not marked is never executed if some search has seen every
// reachable state of the model: the search for assertions and deadlocks, ended because nothing was left, on a store
// that omits nothing. A search for a formula stops where its automaton does, so it adds marks and proves nothing.
//
// Reductions keep this. Statement merging, dead variables and slices pass through every statement. Partial order with
// its proviso, and sleep sets, find every violated assertion, whichever statement it stands in; so they execute every
// statement that can be executed. Without the proviso (deadlocks alone) they need not, and nothing is said. Symmetry
// runs process types with the same text as one: what that one executes counts for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/weir.h>

#include "base/archive.h"
#include "reduction/combined/reduced_system.h"

namespace weir {

struct Coverage {
  bool complete = false;            ///< every reachable state was expanded
  std::vector<std::uint8_t> fired;  ///< by transition

  /// Adds what a search has taken; `all`: it has seen everything.
  void add(const ReducedSystem* reduced, bool all);
  /// What was taken so far in a search on this system, perhaps reduced.
  void serialize(Archive& archive, const TransitionSystem& system, const ReducedSystem* reduced);
};

/// Fills in the coverage of the result; nothing if it is not known, or the model has no statements.
void report_coverage(const TransitionSystem& system, Coverage coverage, CheckResult& result);

}  // namespace weir
