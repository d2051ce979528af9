// SPDX-License-Identifier: Apache-2.0
// The shortest failing lasso of a space: breadth-first from the initial states, then, from each state that can still
// lead to something shorter, breadth-first for the shortest closed walk whose marks satisfy the acceptance condition,
// whatever its form (a node is a state with the marks met since the start).
//
// A bound, the length of a lasso that some search has found, keeps the work small: the states of a shorter lasso are
// all nearer than that. And a shortest lasso enters its cycle at a state that is as near as any on the cycle, so a walk
// need not visit states that come earlier in breadth-first order than its start.
#pragma once

#include <cstdint>

#include "search/kernel/search.h"

namespace weir {

struct ShortestLasso {
  bool proved = false;  ///< nothing shorter exists than `run`, or, if it is empty, than what `bound` was taken from
  Run run;
};

/// Looks for a failing lasso with fewer than `bound` steps, prefix and cycle together. Not proved: a limit was reached,
/// and `run` is the best so far. Uses a store of its own within the budget of `control`.
ShortestLasso shortest_lasso(SearchSpace& space, SearchControl& control, std::uint64_t bound);

/// The same infinite run with the shortest prefix and cycle that spell it.
Run rolled_up(Run run);

}  // namespace weir
