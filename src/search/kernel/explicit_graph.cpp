// SPDX-License-Identifier: Apache-2.0
#include "search/kernel/explicit_graph.h"

#include <numeric>

namespace weir {

bool build_graph(Expander& expander, ExplicitGraph& graph) {
  const auto refused = [&] { return !expander.control().end(Stop::Memory); };
  if (!expander.initial()) return false;
  if (!graph.close_state()) return refused();
  std::uint64_t depth = 0;
  std::uint64_t level_end = expander.store().size();
  bool decided = false;  // the states left have no edges in the graph
  for (std::uint64_t next = 0; next < expander.store().size(); ++next) {
    if (next == level_end) {
      ++depth;
      level_end = expander.store().size();
    }
    expander.frontier = expander.store().size() - next;
    if (decided || expander.control().too_deep(depth)) {
      if (!graph.close_state()) return refused();
      continue;
    }
    if (!expander.expand(StateId{static_cast<std::uint32_t>(next)}, depth)) return false;
    decided = any(expander.expansion().defect & Defect::BadState);
    for (std::size_t i = 0; i < expander.size(); ++i) {
      if (!graph.add_edge(static_cast<std::uint32_t>(expander.target(i)), expander.marks(i))) return refused();
    }
    if (!graph.close_state()) return refused();
  }
  return true;
}

std::vector<std::uint32_t> ExplicitGraph::all_states() const {
  std::vector<std::uint32_t> all(states());
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

std::optional<AcceptingPart> find_failing_part(const ExplicitGraph& graph, const Acceptance& acceptance) {
  AcceptingPartSearch search;
  search.add(graph.all_states(), acceptance);
  return search.run(graph);
}

std::optional<AcceptingPart> find_failing_part(const ExplicitGraph& graph, const Acceptance& acceptance,
                                               SearchControl& control) {
  // Numbers, stacks and lists of states: at most twelve 4-byte words for each.
  const std::uint64_t bytes = std::uint64_t{graph.states()} * 48;
  if (!control.budget().take(bytes)) {
    control.end(Stop::Memory);
    return std::nullopt;
  }
  std::optional<AcceptingPart> failing = find_failing_part(graph, acceptance);
  control.budget().give_back(bytes);
  return failing;
}

}  // namespace weir
