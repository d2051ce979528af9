// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/tarjan_owcty.h"

#include "base/assert.h"
#include "search/lasso/lasso_builder.h"

namespace weir {

SearchResult report_part(Expander& expander, const AcceptingPart& part) {
  std::vector<bool> inside(expander.store().size());
  for (const std::uint32_t state : part.states) inside[state] = true;
  FailingRegion region;
  const std::size_t known = inside.size();
  region.visited = [known](StateId id) { return index_of(id) < known; };
  region.contains = [&inside](StateId id) { return index_of(id) < inside.size() && inside[index_of(id)]; };
  region.need = part.need;
  region.avoid = part.avoid;
  return found_in(expander, region);
}

TarjanSearch::TarjanSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : expander_(space, store, control), graph_(control.budget(), space.mark_count()) {}

SearchResult TarjanSearch::run() {
  if (!build_graph(expander_, graph_)) return finished(expander_.control(), expander_.stats);
  const auto failing = find_failing_part(graph_, expander_.space().acceptance(), expander_.control());
  if (failing) return report_part(expander_, *failing);
  return finished(expander_.control(), expander_.stats);
}

OwctySearch::OwctySearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : expander_(space, store, control), graph_(control.budget(), space.mark_count()) {}

SearchResult OwctySearch::run() {
  const auto sets = expander_.space().acceptance().generalized_buchi_sets();
  WEIR_ASSERT(sets.has_value(), "one-way elimination is for generalised Buchi acceptance");
  if (!build_graph(expander_, graph_)) return finished(expander_.control(), expander_.stats);
  const std::uint64_t bytes = std::uint64_t{graph_.states()} * 12;  // predecessor counts, reached flags, waiting states
  if (!expander_.control().budget().take(bytes)) {
    expander_.control().end(Stop::Memory);
    return finished(expander_.control(), expander_.stats);
  }
  kept_.assign(graph_.states(), true);
  left_ = graph_.states();
  for (bool changed = true; changed && left_ > 0;) {
    changed = remove_without_predecessor();
    for (std::uint32_t mark = 0; mark < *sets; ++mark) changed = keep_reachable(mark) || changed;
  }
  expander_.control().budget().give_back(bytes);
  if (left_ == 0) return finished(expander_.control(), expander_.stats);
  // The rest contains a failing cycle; the components of the whole graph locate it.
  const auto failing = find_failing_part(graph_, expander_.space().acceptance(), expander_.control());
  if (expander_.control().stop() != Stop::None) return finished(expander_.control(), expander_.stats);
  WEIR_ASSERT(failing.has_value(), "what one-way elimination leaves contains a failing cycle");
  return report_part(expander_, *failing);
}

bool OwctySearch::keep_reachable(std::uint32_t mark) {
  std::vector<bool> reached(graph_.states());
  std::vector<std::uint32_t> waiting;
  std::uint64_t count = 0;
  const auto reach = [&](std::uint32_t state) {
    if (!kept_[state] || reached[state]) return;
    reached[state] = true;
    ++count;
    waiting.push_back(state);
  };
  for (std::uint32_t state = 0; state < graph_.states(); ++state) {
    if (!kept_[state]) continue;
    for (std::uint64_t edge = graph_.begin(state); edge < graph_.end(state); ++edge) {
      if (graph_.marks(edge).has(mark)) reach(graph_.target(edge));
    }
  }
  while (!waiting.empty()) {
    const std::uint32_t state = waiting.back();
    waiting.pop_back();
    for (std::uint64_t edge = graph_.begin(state); edge < graph_.end(state); ++edge) reach(graph_.target(edge));
  }
  const bool changed = count != left_;
  kept_ = std::move(reached);
  left_ = count;
  return changed;
}

bool OwctySearch::remove_without_predecessor() {
  std::vector<std::uint32_t> predecessors(graph_.states());
  for (std::uint32_t state = 0; state < graph_.states(); ++state) {
    if (!kept_[state]) continue;
    for (std::uint64_t edge = graph_.begin(state); edge < graph_.end(state); ++edge)
      ++predecessors[graph_.target(edge)];
  }
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t state = 0; state < graph_.states(); ++state) {
    if (kept_[state] && predecessors[state] == 0) waiting.push_back(state);
  }
  const bool changed = !waiting.empty();
  while (!waiting.empty()) {
    const std::uint32_t state = waiting.back();
    waiting.pop_back();
    kept_[state] = false;
    --left_;
    for (std::uint64_t edge = graph_.begin(state); edge < graph_.end(state); ++edge) {
      const std::uint32_t target = graph_.target(edge);
      if (--predecessors[target] == 0 && kept_[target]) waiting.push_back(target);
    }
  }
  return changed;
}

}  // namespace weir
