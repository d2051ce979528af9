// SPDX-License-Identifier: Apache-2.0
// Partial-order reduction, judged by its definition on an explored state graph: what a reduction may choose in a state
// is decided by trying all steps, without knowing what any of them reads or writes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oracle/state_graph.h"

namespace weir::test {

class PersistentSets {
 public:
  /// Steps of different states are the same if their actors are equal: a process, or a transition of a net.
  using Actor = std::function<std::uint64_t(const Step&)>;
  PersistentSets(const StateGraph& graph, Actor actor) : graph_(graph), actor_(std::move(actor)) {}

  /// Why the chosen steps of a state (one entry for each edge) are not a persistent set: whatever the other steps do,
  /// in any number, the chosen ones remain possible, no others of their actors become possible, and their order does
  /// not matter. Follows the other steps through at most `limit` states.
  std::optional<std::string> problem(std::uint32_t state, const std::vector<bool>& chosen, std::size_t limit) const;

  /// Whether both steps of one state can be taken in either order, with the same result.
  bool commute(const StateGraph::Edge& one, const StateGraph::Edge& other) const;

  /// Whether the states without `full`, with their chosen edges, have a cycle: it would postpone other steps for ever.
  bool may_ignore(const std::vector<std::vector<bool>>& chosen, const std::vector<bool>& full) const;

 private:
  /// Whether a step of this actor leads from a state to another.
  bool leads(std::uint32_t from, std::uint64_t actor, std::uint32_t to) const;

  const StateGraph& graph_;
  Actor actor_;
};

}  // namespace weir::test
