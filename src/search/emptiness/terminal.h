// SPDX-License-Identifier: Apache-2.0
// Search for terminal automata (Bloem, Ravi, Somenzi, CAV 1999): once the automaton is in a terminal component, every
// continuation is accepted, so a run that reaches one fails: its states have Defect::BadState. This is plain
// reachability, on any store, in any order. The run found is finite: a bad prefix of the property.
#pragma once

#include <weir/options.h>

#include "search/kernel/search.h"

namespace weir {

class TerminalSearch {
 public:
  /// Orders other than depth-first need a store with ids.
  TerminalSearch(SearchSpace& space, StateStore& store, SearchControl& control,
                 SearchOrder order = SearchOrder::DepthFirst)
      : space_(space), store_(store), control_(control), order_(order) {}
  SearchResult run();

 private:
  SearchSpace& space_;
  StateStore& store_;
  SearchControl& control_;
  SearchOrder order_;
};

}  // namespace weir
