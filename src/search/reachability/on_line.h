// SPDX-License-Identifier: Apache-2.0
// The on-line search of Jard and Jéron (1989, Figure 5): depth-first with an exact stack and a heap of states that were
// left, which may be a store of any kind and size, or none. It looks for a state with a defect. For finite properties
// that is a pair (model state, derivative) where some computation already fails (finite_product.h); for models alone
// it is a faulty step or a deadlock.
//
// The figure pushes the initial pair unchecked; here expanding any state, also an initial one, includes the look-ahead.
// The search terminates for every heap because a path without repetition is finite.
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
  /// Needs a store with ids.
  void serialize(Archive& archive);

 private:
  bool visit(std::uint64_t hash);
  bool push(std::uint64_t hash);
  bool known(StateView state, std::uint64_t hash);
  bool memorize(StateView state);
  bool backtrack();

  SearchSpace& space_;
  StateStore& heap_;
  SearchControl& control_;
  bool remembers_path_;  ///< the heap forgets nothing, so states enter it when they are pushed
  PathStack stack_;
  GrowingArray<std::uint64_t> starts_;  ///< if the heap forgets: by frame, the number of states generated before it
  StateEdges expansion_;
  Statistics stats_;
  DistinctEstimate distinct_;  ///< used if the heap forgets
  std::uint64_t root_ = 0;     ///< the initial state begun last
  Defect wanted_ = Defect::None;
  DefectResult result_;
};

/// Cycle proviso: the preferred edges suffice if one (that is awake) leaves the path, because its target is left before
/// the top, or was left already. It does not matter whether the heap still contains it.
bool preferred_edge_leaves(const PathStack& stack, const StateEdges& expansion,
                           const std::vector<bool>* awake = nullptr);
/// Adds the defect of the expanded top, if it is wanted, to the result. Returns whether others are still wanted.
bool take_defect(SearchControl& control, SearchSpace& space, const PathStack& stack, const StateEdges& expansion,
                 Defect& wanted, DefectResult& result);
/// The run of the model along the path.
Run run_of_path(SearchSpace& space, const PathStack& stack);
/// Adds these defects of the state that the run leads to: one run ends in the state, for its own defects, and one with
/// the faulty step. An empty run stands for one that could not be rebuilt.
void add_defects(SearchSpace& space, const StateEdges& expansion, Defect defects, Run run, DefectResult& result);
/// Expands the last state of the finite run once more, for add_defects.
Run with_last_expanded(Expander& graph, Run run, StateId last);

}  // namespace weir
