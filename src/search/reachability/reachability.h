// SPDX-License-Identifier: Apache-2.0
// Reachability of a state with a defect, on a store with ids: breadth-first (shortest runs), depth-first, or
// depth-first with the successors in random order. Every state is expanded once.
//
// Breadth-first search needs no queue: the store numbers states in insertion order, so the store is the queue.
//
// Cycle proviso of partial-order reduction: preferred edges suffice if one of them leads, breadth-first, to a state not
// yet expanded, or, depth-first, to a new state or one that was left. Along such edges the time of expansion grows, or
// the time of leaving falls. So they end in a fully expanded state, and no transition is ignored for ever.
#pragma once

#include <weir/options.h>

#include "base/memory/growing_array.h"
#include "search/kernel/search.h"
#include "search/lasso/lasso_builder.h"

namespace weir {

class Reachability {
 public:
  Reachability(SearchSpace& space, StateStore& store, SearchControl& control, SearchOrder order,
               std::uint64_t seed = 1);

  /// Stops at the first state with each of the wanted defects.
  DefectResult run(Defect wanted);
  void serialize(Archive& archive);

  /// The path to the defect found last, for searches that continue from there.
  const std::vector<PathEdge>& path() const { return path_; }
  StateId end() const { return end_; }
  Expander& graph() { return graph_; }

  /// The space leaves the cycle proviso to the search (StateEdges::preferred).
  bool uses_preferred = false;
  /// If false, parents are not recorded, which saves memory where no defect can be found.
  bool keeps_parents = true;
  /// States that were expanded. With a depth limit, more may be stored.
  std::uint64_t expanded() const { return order_ == SearchOrder::BreadthFirst ? next_ : entered_; }

 private:
  struct Waiting {
    std::uint32_t state;
    std::uint32_t edge;  ///< index among the edges of its source
  };
  struct Frame {
    std::uint32_t state;
    std::uint32_t edge;
    std::uint32_t waiting;  ///< successors not yet taken; on top of waiting_ while the frame is on top
  };
  enum Visit : std::uint8_t { kWaiting, kEntered, kLeft };

  bool begin();
  void breadth_first();
  bool expand_level();
  bool note_parents(StateId source);
  bool note_parents(const Expander::Group& group, std::size_t count);
  void depth_first();
  bool push(Waiting next);
  bool add_waiting();
  bool note_visit(std::uint32_t state, Visit visit);
  void note_defect(StateId state);
  bool is_consistent() const;

  Expander graph_;
  SearchOrder order_;
  std::uint64_t random_;
  Defect wanted_ = Defect::None;
  DefectResult result_;
  std::vector<PathEdge> path_;
  StateId end_ = kNoState;
  std::uint64_t next_ = 0;  ///< breadth-first: the next state to expand
  std::uint64_t depth_ = 0;
  std::uint64_t level_end_ = 0;
  std::uint64_t alone_until_ = 0;  ///< states below this number are expanded one by one
  Expander::Group group_;
  GrowingArray<PathEdge> parents_;  ///< how each state was reached
  std::uint32_t roots_ = 0;         ///< depth-first: the number of waiting initial states
  std::uint64_t entered_ = 0;       ///< depth-first: the number of expanded states
  GrowingArray<Frame> frames_;      ///< depth-first: the path
  GrowingArray<Waiting> waiting_;
  GrowingArray<std::uint8_t> visit_;  ///< depth-first with preferred edges: by id
};

}  // namespace weir
