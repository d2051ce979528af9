// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/emerson_lei.h"

#include "search/emptiness/tarjan_owcty.h"

namespace weir {

EmersonLeiSearch::EmersonLeiSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : graph_(space, store, control),
      frames_(control.budget()),
      edge_targets_(control.budget()),
      order_(control.budget()),
      live_(control.budget()),
      root_order_(control.budget()) {}

SearchResult EmersonLeiSearch::run() {
  if (!graph_.initial()) return finished(graph_.control(), graph_.stats);
  std::vector<StateId> roots;
  for (std::size_t i = 0; i < graph_.size(); ++i) roots.push_back(graph_.target(i));
  for (const StateId root : roots) {
    if (index_of(root) < order_.size() && order_[index_of(root)] != 0) continue;
    if (explore(root)) return report_part(graph_, *failing_);
    if (graph_.control().stop() != Stop::None) break;
  }
  return finished(graph_.control(), graph_.stats);
}

bool EmersonLeiSearch::explore(StateId start) {
  if (!push(start)) return false;
  while (!frames_.empty()) {
    if (frames_.back().remaining == 0) {
      if (pop()) return true;
      if (graph_.control().stop() != Stop::None) return false;
      continue;
    }
    --frames_.back().remaining;
    const StateId target{edge_targets_.back()};
    edge_targets_.pop();
    const std::uint32_t order = order_[index_of(target)];
    if (order == 0) {
      if (!graph_.control().too_deep(frames_.size()) && !push(target)) return false;
    } else if (order != kRemoved) {
      while (root_order_.back() > order) root_order_.pop();
    }
  }
  return false;
}

bool EmersonLeiSearch::push(StateId state) {
  graph_.frontier = frames_.size();
  if (!graph_.expand(state, frames_.size())) return false;
  const auto edges = static_cast<std::uint32_t>(graph_.size());
  bool fits = true;
  for (std::uint32_t i = edges; i-- > 0 && fits;)
    fits = edge_targets_.push(static_cast<std::uint32_t>(graph_.target(i)));
  const auto number = static_cast<std::uint32_t>(state);
  fits = fits && order_.extend(graph_.store().size()) && frames_.push({number, edges}) && live_.push(number) &&
         root_order_.push(static_cast<std::uint32_t>(live_.size()));
  if (!fits) return !graph_.control().end(Stop::Memory);
  order_[number] = static_cast<std::uint32_t>(live_.size());
  return true;
}

bool EmersonLeiSearch::pop() {
  const std::uint32_t order = order_[frames_.back().state];
  frames_.pop();
  if (order != root_order_.back()) return false;
  root_order_.pop();
  if (decompose(order)) return true;
  while (live_.size() >= order) {
    order_[live_.back()] = kRemoved;
    live_.pop();
  }
  return false;
}

/// The component is the part of the live states from `root_order` on: state s is number order(s) - root_order in it.
bool EmersonLeiSearch::decompose(std::uint32_t root_order) {
  ExplicitGraph part(graph_.control().budget(), graph_.space().mark_count());
  bool fits = part.close_state();
  for (std::size_t i = root_order - 1; i < live_.size() && fits; ++i) {
    if (!graph_.expand_again(StateId{live_[i]})) return false;
    for (std::size_t k = 0; k < graph_.size() && fits; ++k) {
      const std::size_t target = index_of(graph_.target(k));
      const std::uint32_t order = target < order_.size() ? order_[target] : 0;
      if (order >= root_order && order != kRemoved) fits = part.add_edge(order - root_order, graph_.marks(k));
    }
    fits = fits && part.close_state();
  }
  if (!fits) {
    graph_.control().end(Stop::Memory);
    return false;
  }
  failing_ = find_failing_part(part, graph_.space().acceptance(), graph_.control());
  if (!failing_) return false;
  for (std::uint32_t& state : failing_->states) state = live_[state + root_order - 1];
  return true;
}

}  // namespace weir
