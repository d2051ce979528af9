// SPDX-License-Identifier: Apache-2.0
#include "search/single_dfs.h"

#include <unordered_set>

#include "search/lasso_builder.h"

namespace weir {

SingleSearch::SingleSearch(SearchSpace& space, StateStore& store, SearchControl& control, Cycles cycles)
    : graph_(space, store, control),
      cycles_(cycles),
      colour_(control.budget()),
      frames_(control.budget()),
      targets_(control.budget()) {}

SearchResult SingleSearch::run() {
  if (!graph_.initial()) return finished(graph_.control(), graph_.stats);
  // Where some edges are not followed, every state that is discovered is a start: the store is the list of them.
  const bool everywhere = cycles_ == Cycles::Unmarked;
  const std::uint64_t roots = graph_.store().size();
  for (std::uint32_t next = 0; next < (everywhere ? graph_.store().size() : roots); ++next) {
    if (next < colour_.size() && Colour{colour_[next]} != Colour::New) continue;
    if (search_from(next)) return report();
    if (graph_.control().stop() != Stop::None) break;
  }
  return finished(graph_.control(), graph_.stats);
}

bool SingleSearch::search_from(std::uint32_t start) {
  if (!push(start)) return false;
  while (!frames_.empty()) {
    Frame& top = frames_.back();
    if (top.remaining == 0) {
      colour_[top.state] = static_cast<std::uint8_t>(Colour::Done);
      frames_.pop();
      continue;
    }
    --top.remaining;
    const std::uint32_t target = targets_.back();
    targets_.pop();
    switch (Colour{colour_[target]}) {
      case Colour::New:
        if (!graph_.control().too_deep(frames_.size()) && !push(target)) return false;
        break;
      case Colour::OnStack:
        if (!fails(target)) break;
        for (first_ = 0; frames_[first_].state != target;) ++first_;
        return true;
      case Colour::Done: break;
    }
  }
  return false;
}

bool SingleSearch::push(std::uint32_t state) {
  graph_.frontier = frames_.size();
  if (!graph_.expand(StateId{state}, frames_.size())) return false;
  std::uint32_t unmarked = 0;
  bool fits = colour_.extend(graph_.store().size());
  for (std::size_t i = graph_.size(); i-- > 0 && fits;) {
    if (cycles_ == Cycles::Unmarked && !graph_.marks(i).empty()) continue;
    fits = targets_.push(static_cast<std::uint32_t>(graph_.target(i)));
    ++unmarked;
  }
  if (!fits || !frames_.push({state, unmarked})) return !graph_.control().end(Stop::Memory);
  colour_[state] = static_cast<std::uint8_t>(Colour::OnStack);
  return true;
}

bool SingleSearch::fails(std::uint32_t state) {
  if (cycles_ == Cycles::Unmarked) return true;
  return graph_.space().strength_at(graph_.state(StateId{state})) != ComponentStrength::Rejecting;
}

SearchResult SingleSearch::report() {
  std::unordered_set<std::uint32_t> inside;
  for (std::size_t i = first_; i < frames_.size(); ++i) inside.insert(frames_[i].state);
  FailingRegion region;
  region.visited = [this](StateId id) {
    return index_of(id) < colour_.size() && Colour{colour_[index_of(id)]} != Colour::New;
  };
  region.contains = [&inside](StateId id) { return inside.contains(static_cast<std::uint32_t>(id)); };
  if (cycles_ == Cycles::Unmarked) {
    region.avoid = MarkSet::single(0);
  } else {
    for (std::size_t i = 0; i <= first_; ++i) region.path.push_back(StateId{frames_[i].state});
  }
  SearchResult result = finished(graph_.control(), graph_.stats);
  result.outcome = SearchResult::Outcome::Found;
  result.run = build_lasso(graph_, region);
  return result;
}

}  // namespace weir
