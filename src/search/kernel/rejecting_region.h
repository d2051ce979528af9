// SPDX-License-Identifier: Apache-2.0
// RejectingRegion: the product states whose automaton component has no accepting cycle. No accepting run stays in them,
// so an emptiness check may visit them in any order; only the other states need depth-first search (strength-aware
// search: Edelkamp, Lluch Lafuente, Leue 2001; Renault, Duret-Lutz, Kordon, Poitrenaud 2013). The region is expanded in
// groups, so that the memory latencies of their lookups overlap. The youngest states come first, so that the search
// reaches depth as fast as a depth-first search.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/memory/growing_array.h"
#include "search/kernel/expansion_group.h"
#include "search/kernel/search.h"

namespace weir {

class RejectingRegion {
 public:
  using Waiting = Expander::Waiting;

  /// The region is not used under a depth limit, because the depth of a state depends on the order, nor in a search
  /// that is saved, so that there is less to save.
  explicit RejectingRegion(Expander& graph, bool wanted = true)
      : graph_(graph),
        used_(wanted && graph.control().limits().max_depth == 0 && !graph.control().is_saved()),
        waiting_(graph.control().budget()) {}

  bool used() const { return used_; }
  bool contains(StateView state) const {
    return used_ && graph_.space().strength_at(state) == ComponentStrength::Rejecting;
  }
  /// Takes the initial states: those outside of the region become `roots`. Returns false if a limit was reached.
  [[nodiscard]] bool start(std::vector<Waiting>& roots) {
    if (!graph_.initial()) return false;
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (!graph_.is_new(i)) continue;
      const StateId first = graph_.target(i);
      if (!contains(graph_.state(first))) {
        roots.push_back({static_cast<std::uint32_t>(first), 0});
      } else if (!add(first, 0)) {
        return !graph_.control().end(Stop::Memory);
      }
    }
    return true;
  }
  /// Adds a state of the region that is new in the store.
  [[nodiscard]] bool add(StateId state, std::uint64_t depth) {
    return waiting_.push({static_cast<std::uint32_t>(state), static_cast<std::uint32_t>(depth)});
  }

  /// Expands waiting states until new states outside of the region are found: the `roots`. Calls `done(state)` for each
  /// expanded state. Returns false if no state waits any more, or a limit was reached.
  template <class Done>
  [[nodiscard]] bool run(std::vector<Waiting>& roots, Done&& done) {
    roots.clear();
    while (roots.empty() && !waiting_.empty())
      if (!advance(roots, done)) return false;
    return !roots.empty();
  }
  /// Expands one group and appends the new states outside of the region to `roots`. Returns false if a limit was
  /// reached.
  template <class Done>
  [[nodiscard]] bool advance(std::vector<Waiting>& roots, Done&& done) {
    chosen_.clear();
    // Small models are searched nearly depth-first: groups make detours, which pay only if there are many states.
    constexpr std::uint64_t kSmall = 10'000;
    const std::size_t most = graph_.store().size() < kSmall ? 1 : graph_.group_size();
    for (; chosen_.size() < most && !waiting_.empty(); waiting_.pop()) chosen_.push_back(waiting_.back());
    found_.clear();
    graph_.frontier = waiting_.size();
    const bool expanded =
        graph_.expand_together(group_, chosen_, [&](ExpansionGroup::Member& member, std::uint32_t depth) {
          for (std::size_t i = 0; i < member.targets.size(); ++i) {
            if (!member.targets[i].inserted()) continue;
            const Waiting target{static_cast<std::uint32_t>(member.targets[i].id), depth + 1};
            (contains(member.edges.states.state(i)) ? found_ : roots).push_back(target);
          }
          return done(member.state) || !graph_.control().end(Stop::Memory);
        });
    if (!expanded) return false;
    for (std::size_t i = found_.size(); i-- > 0;) {
      if (!waiting_.push(found_[i])) return !graph_.control().end(Stop::Memory);
    }
    return true;
  }

 private:
  Expander& graph_;
  bool used_;
  GrowingArray<Waiting> waiting_;
  std::vector<Waiting> chosen_;
  std::vector<Waiting> found_;
  ExpansionGroup group_;
};

}  // namespace weir
