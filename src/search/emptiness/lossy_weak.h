// SPDX-License-Identifier: Apache-2.0
// The single search for weak automata (single_dfs.h) on stores that give no numbers: the stack is exact, the store of
// states that were left may omit or forget some. A cycle that is found is real whatever the store.
//
// Forgetting loses no cycle: of a failing cycle that is reached, take the state that the search leaves first, ever.
// When it was on the stack, the next state of the cycle was not in the store, because it had not been left; so it was
// on the stack, and the cycle was seen, or it was searched and left before, against the choice.
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
  /// True: the uppermost waiting state closes a failing cycle with the frames from first_ on.
  bool search_from(StateView start);
  bool push(std::uint64_t hash);
  SearchResult report();

  SearchSpace& space_;
  StateStore& store_;
  SearchControl& control_;
  PathStack stack_;
  StateEdges expansion_;
  SearchResult conclude();
  Statistics stats_;
  DistinctEstimate distinct_;  ///< if the store forgets
  std::uint64_t first_ = 0;
};

}  // namespace weir
