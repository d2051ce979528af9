// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/best_first.h"

#include <algorithm>
#include <utility>

#include "search/hunt/probe.h"
#include "search/reachability/on_line.h"

namespace weir {

namespace {

constexpr std::uint32_t kLargestDistance = 1 << 15;

SearchLimits limited(SearchLimits limits, std::uint64_t states) {
  limits.max_states = states;
  return limits;
}

}  // namespace

BestFirst::BestFirst(const HuntTarget& target, const HuntEffort& effort)
    : target_(target),
      effort_(effort),
      control_(effort.budget, limited(effort.limits, effort.states), effort.observer),
      random_(effort.seed),
      distance_(*target.distances[random_.below(target.distances.size())]),
      newest_first_(random_.below(2) == 0),
      store_(effort.budget),
      graph_(target.space, store_, control_),
      origins_(effort.budget),
      wanted_(target.wanted) {}

DefectResult BestFirst::run() {
  return outcome_of(control_, [this] { return search(); });
}

DefectResult BestFirst::search() {
  bool goes_on = graph_.initial() && add_new(0);
  while (goes_on && waiting_count_ > 0) goes_on = visit(take_nearest());
  Run run = std::move(result_.search.run);
  result_.search = finished(control_, graph_.stats);
  if (found_) result_.search.outcome = SearchResult::Outcome::Found;
  // Probes see a part of the space only.
  if (!found_ && !any(target_.wanted)) result_.search.outcome = SearchResult::Outcome::Stopped;
  result_.search.stats.states_generated += probed_;
  result_.search.run = std::move(run);
  return std::move(result_);
}

/// Queues the states of the last expansion that were new. `source`: the expanded state, unless they are initial.
bool BestFirst::add_new(std::uint32_t source) {
  const bool initial = origins_.empty();
  const std::uint32_t depth = initial ? 0 : origins_[source].depth + 1;
  for (std::size_t i = 0; i < graph_.size(); ++i) {
    const auto state = static_cast<std::uint32_t>(graph_.target(i));
    if (state < origins_.size()) continue;
    if (!origins_.push({initial ? state : source, static_cast<std::uint32_t>(i), depth}))
      return !control_.end(Stop::Memory);
    if (control_.too_deep(depth)) continue;
    const std::size_t distance =
        std::min(distance_.of(graph_.expansion().states.state(i), graph_.expansion()), kLargestDistance);
    if (distance >= waiting_.size()) waiting_.resize(distance + 1);
    waiting_[distance].push_back(state);
    nearest_ = std::min(nearest_, distance);
    ++waiting_count_;
  }
  graph_.frontier = waiting_count_;
  return true;
}

std::uint32_t BestFirst::take_nearest() {
  while (waiting_[nearest_].empty()) ++nearest_;
  std::vector<std::uint32_t>& nearest = waiting_[nearest_];
  if (!newest_first_) std::swap(nearest[random_.below(nearest.size())], nearest.back());
  const std::uint32_t state = nearest.back();
  nearest.pop_back();
  --waiting_count_;
  return state;
}

/// Expands a state. Returns false if the search ends.
bool BestFirst::visit(std::uint32_t state) {
  if (!any(target_.wanted) && enters_acceptance(state) && !probe(state)) return false;
  if (!graph_.expand(StateId{state}, origins_[state].depth)) return false;
  if (!add_new(state)) return false;
  const StateEdges& expansion = graph_.expansion();
  const Defect found = expansion.defect & wanted_;
  if (!any(found)) return true;
  const StateEdges last = expansion;  // building the run expands other states
  add_defects(target_.space, last, found, run_to(state), result_);
  wanted_ = wanted_ & ~found;
  found_ = !any(wanted_);
  return !found_;
}

bool BestFirst::enters_acceptance(std::uint32_t state) {
  const Origin origin = origins_[state];
  const auto rejects = [&](std::uint32_t id) {
    return target_.space.strength_at(graph_.state(StateId{id})) == ComponentStrength::Rejecting;
  };
  return !rejects(state) && (origin.source == state || rejects(origin.source));
}

/// Returns false if the search ends: with a cycle, or because the effort is spent.
bool BestFirst::probe(std::uint32_t state) {
  constexpr std::uint64_t kLeast = 256;
  const StateView view = graph_.state(StateId{state});
  const std::vector<std::byte> start(view.begin(), view.end());
  auto rest = probe_for_cycle(target_.space, start, effort_, std::max(kLeast, effort_.states / 16), probed_);
  if (!rest) return probed_ + graph_.stats.states < effort_.states;
  result_.search.run = continued_by(run_to(state), std::move(*rest));
  found_ = true;
  return false;
}

Run BestFirst::run_to(std::uint32_t state) {
  std::vector<PathEdge> edges;
  for (std::uint32_t at = state; origins_[at].source != at; at = origins_[at].source)
    edges.push_back({StateId{origins_[at].source}, origins_[at].edge});
  std::reverse(edges.begin(), edges.end());
  return build_finite_run(graph_, edges, StateId{state});
}

DefectResult directed_search(const HuntTarget& target, const HuntEffort& effort) {
  return BestFirst(target, effort).run();
}

}  // namespace weir
