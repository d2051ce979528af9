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
//   Hash         notes_ (0: not visited, kDone: removed, otherwise the order)
//   Root         root_order_, root_marks_
//   Arc          arc_
//   Num          live_.size()
//
// An edge to a removed state is dropped when it is found.
//
// Needs a store with ids, and generalised Büchi acceptance. EmersonLeiSearch derives another test for a component.
#pragma once

#include <functional>
#include <optional>

#include "search/emptiness/depth_first.h"

namespace weir {

class CouvreurSearch : public DepthFirst<CouvreurSearch, std::uint32_t> {
 public:
  CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  virtual ~CouvreurSearch() = default;
  void serialize(Archive& archive);

  /// For tables like the paper's: called after every step; source and target of the edge just taken, or kNoState.
  struct View {
    StateId node, target;
    const GrowingArray<std::uint32_t>& root_order;
    std::vector<MarkSet> root_marks, arc;
  };
  std::function<void(const View&)> tracer;

 protected:
  /// `all`: the marks that make a component a failing one as soon as it has met them; none: marks are not looked at.
  CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control, std::optional<MarkSet> all);
  static constexpr std::uint32_t kDone = 0xFFFFFFFF;
  GrowingArray<std::uint32_t> live_;

 private:
  friend class DepthFirst<CouvreurSearch, std::uint32_t>;

  std::uint32_t enter(std::uint32_t state, MarkSet marks);
  static bool follows(MarkSet) { return true; }
  bool keeps(std::uint32_t target) const { return notes_[target] != kDone; }
  /// Merges the components between the top and the one of the target.
  void close(std::uint32_t target, MarkSet marks);
  void leave(std::uint32_t state);
  /// Whether the component that is complete now, the live states from this order on, is a failing one.
  virtual bool fails_when_complete(std::uint32_t) { return false; }
  virtual SearchResult report();
  bool makes_sense() const;
  void trace(StateId node, StateId target);

  std::optional<MarkSet> all_;  ///< Acc of the paper
  GrowingArray<std::uint32_t> root_order_;
  MarkStack root_marks_;
  MarkStack arc_;
};

}  // namespace weir
