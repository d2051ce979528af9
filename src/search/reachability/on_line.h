// SPDX-License-Identifier: Apache-2.0
// The on-line search of Jard and Jéron (1989, Figure 5): depth-first, the stack exact, the heap of states that have
// been left a store of any kind and size, none at all included. It looks for a state with a defect: for finite
// properties a pair (model state, derivative) from which some computation already fails (finite_product.h), for
// models by themselves a faulty step or a deadlock.
//
// The figure pushes the initial pair unchecked; here the look-ahead is part of expanding a state, the initial one too.
// It ends for every heap because a path without repetition is finite.
//
//   paper                        here
//   stack, top.enabled           PathStack with its waiting successors
//   heap, memorize, replace      StateStore
//   NGS                          Statistics::states_generated: states put on the stack, repeats included
#pragma once

#include "base/table/distinct_estimate.h"
#include "search/kernel/path_stack.h"
#include "search/kernel/search.h"

namespace weir {

class OnLineSearch {
 public:
  OnLineSearch(SearchSpace& space, StateStore& heap, SearchControl& control);
  /// Stops at the first state with each of the wanted defects.
  DefectResult run(Defect wanted);
  /// Needs a heap with numbers.
  void serialize(Archive& archive);

 private:
  bool push(std::uint64_t hash);
  bool known(StateView state, std::uint64_t hash);
  bool memorize(StateView state);
  bool leads_on() const;
  void backtrack();
  void note_defect();

  SearchSpace& space_;
  StateStore& heap_;
  SearchControl& control_;
  bool remembers_path_;  ///< the heap forgets nothing, so states enter it with the stack
  PathStack stack_;
  GrowingArray<std::uint64_t> starts_;  ///< if the heap forgets: by frame, the states generated before it
  StateEdges expansion_;
  Statistics stats_;
  DistinctEstimate distinct_;  ///< if the heap forgets
  std::uint64_t root_ = 0;     ///< initial state that was begun last
  Defect wanted_ = Defect::None;
  DefectResult result_;
};

/// The model's run along a path: the product states on it, the edges taken between them.
Run run_of_path(SearchSpace& space, const PathStack& stack);
/// Adds the state where a defect was found to the run that leads there, and its faulty step if there is one.
void end_with_defect(SearchSpace& space, const StateEdges& expansion, Run& run);

}  // namespace weir
