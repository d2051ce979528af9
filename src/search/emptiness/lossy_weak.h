// SPDX-License-Identifier: Apache-2.0
// The single depth-first search for weak automata (single_dfs.h) on stores without ids. The stack is exact. The store
// holds the states that were left and may omit or forget some, so every cycle found is real.
//
// Forgetting loses no cycle. Consider a reachable failing cycle and the first of its states that the search leaves.
// While that state was on the stack, its successor on the cycle had not been left, so it was not in the store. Either
// the successor was on the stack, and the cycle was found, or it was searched and left first, a contradiction.
#pragma once

#include "base/table/distinct_estimate.h"
#include "search/kernel/path_stack.h"
#include "search/kernel/search.h"

namespace weir {

class LossyWeakSearch {
 public:
  LossyWeakSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

 private:
  /// Returns true if the topmost waiting state closes a failing cycle with the frames from first_ on.
  bool search_from(StateView start);
  bool visit(std::uint64_t hash);
  bool push(std::uint64_t hash);
  SearchResult report();

  SearchSpace& space_;
  StateStore& store_;
  SearchControl& control_;
  PathStack stack_;
  StateEdges expansion_;
  SearchResult conclude();
  Statistics stats_;
  DistinctEstimate distinct_;  ///< used if the store forgets
  std::uint64_t first_ = 0;
  bool found_ = false;
};

}  // namespace weir
