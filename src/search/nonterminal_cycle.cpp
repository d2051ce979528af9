// SPDX-License-Identifier: Apache-2.0
#include "search/nonterminal_cycle.h"

#include <unordered_set>

#include "search/lasso_builder.h"

namespace weir {

NonterminalCycleSearch::NonterminalCycleSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : graph_(space, store, control), colour_(control.budget()), frames_(control.budget()), targets_(control.budget()) {}

SearchResult NonterminalCycleSearch::run() {
  if (!graph_.initial()) return finished(graph_.control(), graph_.stats);
  // The store numbers states in the order of their discovery, so it is the list of starts as well.
  for (std::uint32_t next = 0; next < graph_.store().size(); ++next) {
    if (next < colour_.size() && Colour{colour_[next]} != Colour::New) continue;
    if (search_from(next)) return report();
    if (graph_.control().stop() != Stop::None) break;
  }
  return finished(graph_.control(), graph_.stats);
}

bool NonterminalCycleSearch::search_from(std::uint32_t start) {
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
        for (first_ = 0; frames_[first_].state != target;) ++first_;
        return true;
      case Colour::Done: break;
    }
  }
  return false;
}

bool NonterminalCycleSearch::push(std::uint32_t state) {
  graph_.frontier = frames_.size();
  if (!graph_.expand(StateId{state}, frames_.size())) return false;
  std::uint32_t unmarked = 0;
  bool fits = colour_.extend(graph_.store().size());
  for (std::size_t i = graph_.size(); i-- > 0 && fits;) {
    if (!graph_.marks(i).empty()) continue;
    fits = targets_.push(static_cast<std::uint32_t>(graph_.target(i)));
    ++unmarked;
  }
  if (!fits || !frames_.push({state, unmarked})) return !graph_.control().end(Stop::Memory);
  colour_[state] = static_cast<std::uint8_t>(Colour::OnStack);
  return true;
}

SearchResult NonterminalCycleSearch::report() {
  std::unordered_set<std::uint32_t> inside;
  for (std::size_t i = first_; i < frames_.size(); ++i) inside.insert(frames_[i].state);
  FailingRegion region;
  region.visited = [this](StateId id) {
    return index_of(id) < colour_.size() && Colour{colour_[index_of(id)]} != Colour::New;
  };
  region.contains = [&inside](StateId id) { return inside.contains(static_cast<std::uint32_t>(id)); };
  region.avoid = MarkSet::single(0);
  SearchResult result = finished(graph_.control(), graph_.stats);
  result.outcome = SearchResult::Outcome::Found;
  result.run = build_lasso(graph_, region);
  return result;
}

}  // namespace weir
