// SPDX-License-Identifier: Apache-2.0
// Coverage: the statements of a Promela or DVE model that no run executes.
//
// Executors mark every transition they take. An unmarked transition is never executed if some search has visited every
// reachable state: an exhaustive search for assertions and deadlocks on a store that omits nothing. A search for a
// formula stops where its automaton does, so it adds marks but proves nothing.
//
// Reductions preserve coverage. Statement merging, dead variables and slices pass through every statement. Partial
// order with its proviso, and sleep sets, find every violated assertion, whichever statement it belongs to, so they
// execute every statement that can be executed. Without the proviso (deadlocks alone) they need not, and no coverage is
// reported. Symmetry runs process types with the same text as one, so what it executes counts for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/result.h>

#include "base/archive.h"
#include "reduction/combined/reduced_system.h"

namespace weir {

struct Coverage {
  bool complete = false;            ///< every reachable state was expanded
  std::vector<std::uint8_t> fired;  ///< by transition

  /// Adds the transitions taken by a search; `all`: it visited every state.
  void add(const ReducedSystem* reduced, bool all);
  /// The transitions taken so far by a search on this system, which may be reduced.
  void serialize(Archive& archive, const TransitionSystem& system, const ReducedSystem* reduced);
};

/// Sets the coverage of the result, unless it is unknown or the model has no statements.
void report_coverage(const TransitionSystem& system, Coverage coverage, CheckResult& result);

}  // namespace weir
