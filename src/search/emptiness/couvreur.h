// SPDX-License-Identifier: Apache-2.0
// Couvreur's emptiness check (FM 1999, Figure 3): a depth-first search that maintains the roots of the strongly
// connected components of the traversed graph and the acceptance sets met inside each. It reports a failing component
// as soon as the traversed graph contains one, for any number of acceptance sets on transitions.
//
// Figure 3 as printed has three slips: lines 19 and 22 must test the order of w (not of v), and line 33 must read
// Num = vorder - 1. The figure recurses, and Remove traverses the removed component again. Here the stacks are
// explicit: live states stand on a stack in the order of their numbers, so removing a component pops them, and the
// order of a state is its position on that stack.
//
//   paper        here
//   Hash         notes_ (0: not visited, kDone: removed, otherwise the order)
//   Root         root_order_, root_marks_
//   Arc          arc_
//   Num          live_.size()
//
// Edges to removed states are dropped when they are found.
//
// Needs a store with ids and generalised Büchi acceptance. EmersonLeiSearch overrides the test of a component.
#pragma once

#include <functional>
#include <optional>

#include "search/kernel/depth_first.h"

namespace weir {

class CouvreurSearch : public DepthFirst<CouvreurSearch, std::uint32_t> {
 public:
  CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  virtual ~CouvreurSearch() = default;
  void serialize(Archive& archive);

  /// For tables as in the paper: called after every step with the edge just taken, or kNoState.
  struct View {
    StateId node, target;
    const GrowingArray<std::uint32_t>& root_order;
    std::vector<MarkSet> root_marks, arc;
  };
  std::function<void(const View&)> tracer;

 protected:
  /// `all`: a component that has met all these marks fails. Without it, marks are ignored.
  CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control, std::optional<MarkSet> all);
  static constexpr std::uint32_t kDone = 0xFFFFFFFF;
  GrowingArray<std::uint32_t> live_;

 private:
  friend class DepthFirst<CouvreurSearch, std::uint32_t>;

  std::uint32_t enter(std::uint32_t state, MarkSet marks);
  static bool follows(MarkSet) { return true; }
  bool keeps(std::uint32_t target) const { return notes_[target] != kDone; }
  /// Merges all components from the top down to the one that contains the target.
  void close(std::uint32_t target, MarkSet marks);
  void leave(std::uint32_t state);
  /// Whether the complete component, the live states from this order on, fails.
  virtual bool fails_when_complete(std::uint32_t) { return false; }
  virtual SearchResult report();
  bool is_consistent() const;
  void trace(StateId node, StateId target);

  std::optional<MarkSet> all_;  ///< the paper's Acc
  GrowingArray<std::uint32_t> root_order_;
  MarkStack root_marks_;
  MarkStack arc_;
};

}  // namespace weir
