// SPDX-License-Identifier: Apache-2.0
// Finds a shortest failing lasso: breadth-first from the initial states, then, from each state that can still give a
// shorter lasso, breadth-first for the shortest closed walk whose marks satisfy the acceptance condition. A node is a
// state with the marks met since the start, so any acceptance condition works.
//
// A bound, the length of a lasso already found, limits the work: all states of a shorter lasso are nearer than that.
// A shortest lasso enters its cycle at a state of minimal distance, so a walk need not visit states that precede its
// start in breadth-first order.
#pragma once

#include <cstdint>

#include "search/kernel/search.h"

namespace weir {

struct ShortestLasso {
  bool proved = false;  ///< nothing is shorter than `run`, or, if `run` is empty, than the lasso that gave `bound`
  Run run;
};

/// Looks for a failing lasso with fewer than `bound` steps, prefix and cycle together. If a limit was reached, `run` is
/// the best found so far and not proved. Looks at about `most_states` states (0: at all that matter). Uses its own
/// store within the budget of `control`.
ShortestLasso shortest_lasso(SearchSpace& space, SearchControl& control, std::uint64_t bound,
                             std::uint64_t most_states = 0);

/// The same infinite run with the shortest possible prefix and cycle.
Run rolled_up(Run run);

}  // namespace weir
