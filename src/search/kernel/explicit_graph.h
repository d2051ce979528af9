// SPDX-License-Identifier: Apache-2.0
// ExplicitGraph: states 0..n-1 and their edges in flat arrays, for searches that build the graph, or a part of it,
// before they look for cycles: Tarjan, OWCTY, and the decomposition for Emerson–Lei acceptance.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "automaton/analysis/accepting_part.h"
#include "base/memory/growing_array.h"
#include "search/kernel/mark_stack.h"
#include "search/kernel/search.h"

namespace weir {

class ExplicitGraph {
 public:
  ExplicitGraph(MemoryBudget& budget, std::uint32_t mark_count)
      : first_(budget), targets_(budget), marks_(budget, mark_count) {}

  std::uint32_t states() const { return first_.empty() ? 0 : static_cast<std::uint32_t>(first_.size() - 1); }
  std::uint64_t begin(std::uint32_t state) const { return first_[state]; }
  std::uint64_t end(std::uint32_t state) const { return first_[state + 1]; }
  std::uint32_t target(std::uint64_t edge) const { return targets_[edge]; }
  MarkSet marks(std::uint64_t edge) const { return marks_[edge]; }
  std::vector<std::uint32_t> all_states() const;
  // The interface of AcceptingPartSearch.
  struct MarkedEdge {
    std::uint32_t target;
    MarkSet marks;
  };
  std::uint64_t degree(std::uint32_t state) const { return end(state) - begin(state); }
  MarkedEdge edge(std::uint32_t state, std::uint64_t i) const {
    return {targets_[begin(state) + i], marks_[begin(state) + i]};
  }
  std::uint64_t edges() const { return targets_.size(); }

  [[nodiscard]] bool add_edge(std::uint32_t target, MarkSet marks) {
    return targets_.push(target) && marks_.push(marks);
  }
  /// Call once before the first state's edges, and after the edges of each state.
  [[nodiscard]] bool close_state() { return first_.push(targets_.size()); }

 private:
  GrowingArray<std::uint64_t> first_;
  GrowingArray<std::uint32_t> targets_;
  MarkStack marks_;
};

/// Builds the reachable graph breadth-first, up to the first decided state; states keep their store numbers. Returns
/// false if a limit was reached.
bool build_graph(Expander& expander, ExplicitGraph& graph);

/// Finds a part of the graph whose cycles are failing runs, for any acceptance condition.
std::optional<AcceptingPart> find_failing_part(const ExplicitGraph& graph, const Acceptance& acceptance);
/// The same, charged to the memory of a search; the search ends if memory does not suffice.
std::optional<AcceptingPart> find_failing_part(const ExplicitGraph& graph, const Acceptance& acceptance,
                                               SearchControl& control);

}  // namespace weir
