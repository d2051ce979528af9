// SPDX-License-Identifier: Apache-2.0
// Search for terminal automata (Bloem, Ravi, Somenzi, CAV 1999): once the automaton is in a terminal component, every
// continuation is accepted, so a run that reaches one fails. This is plain reachability, on any store, in any order.
//
// A run of the model may still end in a run-time error, and only infinite runs violate a property of infinite runs. So
// the states after a terminal state are searched until a cycle closes, which also gives the lasso for certification. If
// none closes (every continuation ends in an error), the states visited on the way are never searched again.
#pragma once

#include <weir/options.h>

#include "search/kernel/search.h"
#include "search/reachability/reachability.h"
#include "store/exact_store.h"

namespace weir {

class TerminalSearch {
 public:
  /// Orders other than depth-first need a store with ids.
  TerminalSearch(SearchSpace& space, StateStore& store, SearchControl& control,
                 SearchOrder order = SearchOrder::DepthFirst);
  SearchResult run();

 private:
  SearchSpace& space_;
  StateStore& store_;
  SearchControl& control_;
  SearchOrder order_;
};

}  // namespace weir
