// SPDX-License-Identifier: Apache-2.0
// Couvreur's emptiness check (FM 1999, Figure 3): depth-first search that keeps, for the strongly connected components
// of what has been traversed, their roots and the acceptance sets met inside them. It reports a failing component as
// soon as the traversed graph contains one, for any number of acceptance sets on transitions.
//
// Figure 3 as printed has three slips: lines 19 and 22 must test the order of w (not of v), line 33 reads
// Num = vorder - 1. And it recurses; Remove walks the removed component again. Here both are explicit: the states of
// the current graph stand on a stack of live states in the order of their numbers, so that removing a component pops
// them, and the order of a state is its place on that stack.
//
//   paper        here
//   Hash         order_ (0: not visited, kRemoved, otherwise the order)
//   Root         root_order_, root_marks_
//   Arc          arc_
//   Num          live_.size()
//
// States through which no failing cycle goes are not searched depth-first (rejecting_region.h); for the search they
// count as removed. An edge to a removed state is dropped when it is found.
//
// Needs a store with ids, and generalised Büchi acceptance.
#pragma once

#include <functional>

#include "base/memory/growing_array.h"
#include "search/kernel/mark_stack.h"
#include "search/kernel/rejecting_region.h"
#include "search/kernel/search.h"

namespace weir {

class CouvreurSearch {
 public:
  CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();
  void serialize(Archive& archive);

  /// For tables like the paper's: called after every step; source and target of the edge just taken, or kNoState.
  struct View {
    StateId node, target;
    const GrowingArray<std::uint32_t>& root_order;
    std::vector<MarkSet> root_marks, arc;
    const GrowingArray<std::uint32_t>& order;
  };
  std::function<void(const View&)> tracer;
  static constexpr std::uint32_t kRemoved = 0xFFFFFFFF;

 private:
  struct Frame {
    std::uint32_t state;
    std::uint32_t remaining;  ///< edges not yet taken; they are on top of edges_ when the frame is on top
  };

  bool explore();
  bool explore_all();
  bool push(StateId state, MarkSet arc);
  void pop();
  /// Merges the components between the top and the one of order `order`. True: it is a failing one.
  bool merge(std::uint32_t order, MarkSet marks);
  void remove_component(std::uint32_t root_order);
  SearchResult report();
  bool sensible();
  bool out_of_memory();
  void trace(StateId node, StateId target);

  Expander graph_;
  MarkSet all_;  ///< Acc of the paper
  RejectingRegion rejecting_;
  std::vector<RejectingRegion::Waiting> roots_;
  std::uint32_t next_ = 0;   ///< root that was begun last
  std::uint64_t depth_ = 0;  ///< of the first frame
  GrowingArray<Frame> frames_;
  GrowingArray<std::uint32_t> edge_targets_;
  MarkStack edge_marks_;
  GrowingArray<std::uint32_t> order_;
  GrowingArray<std::uint32_t> live_;
  GrowingArray<std::uint32_t> root_order_;
  MarkStack root_marks_;
  MarkStack arc_;
};

}  // namespace weir
