// SPDX-License-Identifier: Apache-2.0
// Reachability of a state with a defect, on a store that numbers its states: breadth-first (shortest runs),
// depth-first, or depth-first with the successors in random order. Every state is expanded once.
//
// Breadth-first needs no queue: the store numbers states in the order of their insertion, so the queue is the store.
//
// Where the space offers preferred edges (partial order), they are enough if one of them leads on: breadth-first to a
// state that is not yet expanded, depth-first to a new state or to one that was left. Following such edges, the time of
// expansion grows, or the time of leaving falls; so they end in a state with all its edges, and none is put off for
// ever.
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

  /// Of the defect found last: how it is reached, for searches that want to go on from there.
  const std::vector<PathEdge>& path() const { return path_; }
  StateId end() const { return end_; }
  Expander& graph() { return graph_; }

  /// Of partial order the space leaves the proviso to the search (StateEdges::preferred).
  bool chooses = false;
  /// False: how states were reached is not kept, which saves memory where no defect can be found.
  bool keeps_parents = true;
  /// States that were expanded. With a depth limit, more may be stored.
  std::uint64_t expanded() const { return order_ == SearchOrder::BreadthFirst ? next_ : entered_; }

 private:
  struct Waiting {
    std::uint32_t state;
    std::uint32_t edge;  ///< its place among the edges of its source
  };
  struct Frame {
    std::uint32_t state;
    std::uint32_t edge;
    std::uint32_t waiting;  ///< successors not yet taken; they are on top of waiting_ when the frame is on top
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
  bool sensible() const;

  Expander graph_;
  SearchOrder order_;
  std::uint64_t random_;
  Defect wanted_ = Defect::None;
  DefectResult result_;
  std::vector<PathEdge> path_;
  StateId end_ = kNoState;
  std::uint64_t next_ = 0;  ///< breadth-first: the state to expand,
  std::uint64_t depth_ = 0;
  std::uint64_t level_end_ = 0;
  std::uint64_t alone_until_ = 0;  ///< states below this number are expanded one by one
  Expander::Group group_;
  GrowingArray<PathEdge> parents_;  ///< and how each state was reached
  std::uint32_t roots_ = 0;         ///< depth-first: initial states that wait
  std::uint64_t entered_ = 0;       ///< depth-first: states that were expanded
  GrowingArray<Frame> frames_;      ///< depth-first: the path
  GrowingArray<Waiting> waiting_;
  GrowingArray<std::uint8_t> visit_;  ///< depth-first, if the search chooses: by number
};

}  // namespace weir
