// SPDX-License-Identifier: Apache-2.0
// ExplicitGraph: states 0..n-1 and their edges in flat arrays, for searches that need the graph, or a part of it,
// before they look for cycles: the classical procedure, one-way elimination, and the decomposition for general
// acceptance.
#pragma once

#include <cstdint>
#include <vector>

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

/// Everything that can be reached, breadth-first; states have the store's numbers. False: a limit was reached.
bool build_graph(Expander& expander, ExplicitGraph& graph);

/// Strongly connected components of a part of a graph, by Tarjan's algorithm without recursion.
class Components {
 public:
  /// Of the states for which inside[s] == stamp, by edges without a mark in `avoid`. Calls `visit(states)` for each.
  template <class Visit>
  static void for_each(const ExplicitGraph& graph, const std::vector<std::uint32_t>& states,
                       const std::vector<std::uint32_t>& inside, std::uint32_t stamp, MarkSet avoid, Visit visit) {
    Components search(graph, inside, stamp, avoid);
    std::vector<std::uint32_t> component;
    for (const std::uint32_t state : states) {
      if (search.number_[state] != 0) continue;
      search.start(state);
      while (search.next(component)) {
        if (!visit(component)) return;
      }
    }
  }

 private:
  struct Frame {
    std::uint32_t state;
    std::uint64_t edge;
  };
  Components(const ExplicitGraph& graph, const std::vector<std::uint32_t>& inside, std::uint32_t stamp, MarkSet avoid)
      : graph_(graph), inside_(inside), stamp_(stamp), avoid_(avoid), number_(graph.states()), low_(graph.states()) {}
  void start(std::uint32_t state);
  /// Goes on to the next complete component. False: no more from this start.
  bool next(std::vector<std::uint32_t>& component);

  const ExplicitGraph& graph_;
  const std::vector<std::uint32_t>& inside_;
  std::uint32_t stamp_;
  MarkSet avoid_;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> number_, low_;  ///< number 0: not visited; kDone: in a complete component
  std::vector<std::uint32_t> live_;
  std::vector<Frame> frames_;
  static constexpr std::uint32_t kDone = 0xFFFFFFFF;
};

/// A part of the graph whose cycles through all of `need` and none of `avoid` are failing runs.
struct FailingComponent {
  std::vector<std::uint32_t> states;
  MarkSet need, avoid;
  bool found() const { return !states.empty(); }
};

/// Emptiness for any Emerson–Lei acceptance by decomposing, removing and repeating (after Emerson and Lei 1987; Baier,
/// Blahoudek, Duret-Lutz, Klein, Müller and Strejček, ATVA 2019): a component that meets enough marks is failing; if it
/// meets a mark that must be met only finitely often, the edges with it are removed and the rest is decomposed again.
FailingComponent find_failing_component(const ExplicitGraph& graph, const Acceptance& acceptance);
/// The same within the memory of a search, which ends if it does not suffice.
FailingComponent find_failing_component(const ExplicitGraph& graph, const Acceptance& acceptance,
                                        SearchControl& control);

}  // namespace weir
