// SPDX-License-Identifier: Apache-2.0
// Measures a state space by a breadth-first search: states by depth, branching, statement counts, and the strongly
// connected components. The components need the edges, which take 4 bytes each, and 32 bytes for every state.
#pragma once

#include <cstdint>

#include <weir/result.h>

#include "search/kernel/search.h"
#include "search/space/counting_space.h"

namespace weir {

struct MeasuredSpace {
  SearchResult search;
  CountingSpace::Counts counts;
  SpaceStatistics statistics;
};

enum class Components : std::uint8_t { Omitted, Wanted };

/// Needs an empty, exact store with ids, where the states are left. `cut` is raised when expansions may be incomplete,
/// and ends the search for components, too.
MeasuredSpace measure_space(const TransitionSystem& system, StateStore& store, SearchControl& control,
                            const StopFlag& cut, Components components);

/// Counts the states by depth and the statements for a report, within `seconds` (0: unlimited), a few seconds, and a
/// million states; says so if that does not suffice.
void measure_coverage(TransitionSystem& system, std::uint64_t memory_limit, double seconds, const StopFlag& stop,
                      CheckCoverage& coverage);

}  // namespace weir
