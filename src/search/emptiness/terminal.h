// SPDX-License-Identifier: Apache-2.0
// Terminal automata (Bloem, Ravi, Somenzi, CAV 1999): once the automaton is in a terminal component, every continuation
// is accepted, so a run fails if it gets there at all. Plain reachability, on any store, in any order.
//
// A model's run may still end in a run-time error, and only infinite runs fail a property of infinite runs. So what
// follows a state of the terminal part is searched until a cycle closes, which also gives the lasso that certification
// wants. Where none does (every continuation ends in an error), the states seen on the way are never looked at again.
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
