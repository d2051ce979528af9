// SPDX-License-Identifier: Apache-2.0
#include "search/reachability/queue_search.h"

#include <algorithm>

#include "search/kernel/state_queue.h"

namespace weir {
namespace {

class QueueSearch {
 public:
  QueueSearch(SearchSpace& space, StateStore& store, SearchControl& control)
      : space_(space), store_(store), control_(control), queue_(control.budget()) {}

  SearchResult run() {
    space_.initial(edges_);
    if (enter(0)) search();
    stats_.states = stats_.states_generated = stats_.stored_peak = store_.size();
    return finished(control_, stats_);
  }

 private:
  void search() {
    std::uint64_t depth = 0;
    std::uint64_t left_in_level = queue_.size();
    while (queue_.pop(state_)) {
      if (left_in_level == 0) {
        ++depth;
        left_in_level = queue_.size() + 1;
      }
      --left_in_level;
      stats_.states = store_.size();
      if (control_.ended(stats_, queue_.size())) return;
      space_.expand(state_, edges_);
      if (control_.cut() && control_.ended(stats_, queue_.size())) return;
      stats_.transitions += edges_.size();
      if (!enter(depth + 1)) return;
    }
  }

  /// Stores the targets of the edges and queues the new ones. Returns false if a limit was reached.
  bool enter(std::uint64_t depth) {
    const SearchLimits& limits = control_.limits();
    for (std::size_t i = 0; i < edges_.size(); ++i) {
      const StateView target = edges_.states.state(i);
      const bool watched = limits.max_depth != 0 || limits.max_states != 0;
      if (watched && store_.contains(target)) continue;
      if (control_.too_deep(depth)) continue;
      if (limits.max_states != 0 && store_.size() >= limits.max_states && control_.ended_by_states()) return false;
      const Insertion insertion = store_.insert(target, depth);
      if (insertion.present()) continue;
      if (insertion.full() || !queue_.push(target)) return !control_.end(Stop::Memory);
      stats_.max_depth = std::max(stats_.max_depth, depth);
    }
    return true;
  }

  SearchSpace& space_;
  StateStore& store_;
  SearchControl& control_;
  StateQueue queue_;
  StateEdges edges_;
  std::vector<std::byte> state_;
  Statistics stats_;
};

}  // namespace

SearchResult visit_breadth_first(SearchSpace& space, StateStore& store, SearchControl& control) {
  return QueueSearch(space, store, control).run();
}

}  // namespace weir
