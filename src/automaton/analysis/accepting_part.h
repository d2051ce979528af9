// SPDX-License-Identifier: Apache-2.0
// Emptiness of an explicit graph under any Emerson–Lei condition.
//
// Baier, Blahoudek, Duret-Lutz, Klein, Müller, Strejček, "Generic Emptiness Check for Fun and Profit" (ATVA 2019),
// after Emerson and Lei 1987: a component whose marks satisfy the condition holds an accepting cycle; otherwise a
// Fin(m) is chosen, and the component is decomposed again without the edges marked m (m is then finitely often) and
// searched with Fin(m) = false. Linear where the condition has no Fin, exponential in their number at worst (the
// problem is NP-complete).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "automaton/acceptance.h"
#include "base/graph/strong_components.h"

namespace weir {

/// States that are strongly connected by edges without marks in `avoid`. A cycle of such edges that meets all of `need`
/// is accepting.
struct AcceptingPart {
  std::vector<std::uint32_t> states;
  MarkSet need, avoid;
};

class AcceptingPartSearch {
 public:
  /// Adds states to be decomposed.
  void add(std::vector<std::uint32_t> states, const Acceptance& condition) {
    tasks_.push_back({std::make_shared<const std::vector<std::uint32_t>>(std::move(states)), {}, condition});
  }
  /// Judges a component, the edges of which have `marks`: returns whether it is an accepting part, and otherwise adds
  /// what is to be decomposed further.
  bool judge(std::span<const std::uint32_t> component, MarkSet marks, MarkSet avoid, const Acceptance& condition);

  /// The accepting part that was found, or is found by decomposing. A graph has `states()`, `degree(state)` and
  /// `edge(state, i)`, a value with `target` and `marks`.
  template <class Graph>
  std::optional<AcceptingPart> run(const Graph& graph) {
    if (found_ || tasks_.empty()) return std::move(found_);
    StrongComponents components(graph.states());
    while (!found_ && !tasks_.empty()) {
      const Task task = std::move(tasks_.back());
      tasks_.pop_back();
      components.open(*task.states);
      const auto next = [&](std::uint32_t state, std::uint64_t& position) {
        for (const std::uint64_t degree = graph.degree(state); position < degree;) {
          const auto edge = graph.edge(state, position++);
          if ((edge.marks & task.avoid).empty()) return edge.target;
        }
        return StrongComponents::kNoNode;
      };
      components.search(*task.states, next, [&](std::span<const std::uint32_t> members) {
        bool has_cycle = false;
        MarkSet marks;
        for (const std::uint32_t state : members) {
          for (std::uint64_t i = 0; i < graph.degree(state); ++i) {
            const auto edge = graph.edge(state, i);
            if (!components.inside(edge.target) || !(edge.marks & task.avoid).empty()) continue;
            has_cycle = true;
            marks |= edge.marks;
          }
        }
        return !has_cycle || !judge(members, marks, task.avoid, task.condition);
      });
    }
    return std::move(found_);
  }

 private:
  using States = std::shared_ptr<const std::vector<std::uint32_t>>;
  struct Task {
    States states;
    MarkSet avoid;
    Acceptance condition;
  };
  std::vector<Task> tasks_;
  std::optional<AcceptingPart> found_;
};

}  // namespace weir
