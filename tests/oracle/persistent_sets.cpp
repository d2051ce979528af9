// SPDX-License-Identifier: Apache-2.0
#include "oracle/persistent_sets.h"

#include <set>

namespace weir::test {
namespace {

bool is_error(const StateGraph::Edge& edge) { return edge.step.fault != Fault::None; }

}  // namespace

bool PersistentSets::leads(std::uint32_t from, std::uint64_t actor, std::uint32_t to) const {
  for (const StateGraph::Edge& edge : graph_.states[from].edges)
    if (!is_error(edge) && actor_(edge.step) == actor && edge.target == to) return true;
  return false;
}

bool PersistentSets::commute(const StateGraph::Edge& one, const StateGraph::Edge& other) const {
  for (const StateGraph::Edge& second : graph_.states[one.target].edges)
    if (!is_error(second) && actor_(second.step) == actor_(other.step) &&
        leads(other.target, actor_(one.step), second.target))
      return true;
  return false;
}

std::optional<std::string> PersistentSets::problem(std::uint32_t state, const std::vector<bool>& chosen,
                                                   std::size_t limit) const {
  std::set<std::uint64_t> inside;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i]) inside.insert(actor_(graph_.states[state].edges[i].step));
  const auto is_inside = [&](const StateGraph::Edge& edge) { return inside.contains(actor_(edge.step)); };

  std::vector<std::uint32_t> waiting = {state};
  std::set<std::uint32_t> seen = {state};
  while (!waiting.empty()) {
    const std::uint32_t here = waiting.back();
    waiting.pop_back();
    const std::vector<StateGraph::Edge>& edges = graph_.states[here].edges;
    for (const StateGraph::Edge& outside : edges) {
      if (is_inside(outside)) continue;
      for (const StateGraph::Edge& taken : edges) {
        if (!is_inside(taken)) continue;
        if (is_error(outside)) {
          bool fails = false;
          for (const StateGraph::Edge& after : graph_.states[taken.target].edges)
            fails = fails || (is_error(after) && actor_(after.step) == actor_(outside.step));
          if (!fails) return "a chosen step hides an error of a step that was not chosen";
        } else if (!commute(taken, outside)) {
          return "a chosen step (of " + std::to_string(taken.step.process) +
                 ") does not commute with one that was not chosen (of " + std::to_string(outside.step.process) +
                 "), or disables it";
        }
      }
      if (is_error(outside)) continue;
      for (const StateGraph::Edge& later : graph_.states[outside.target].edges) {
        if (!is_inside(later)) continue;
        bool known = false;
        for (const StateGraph::Edge& taken : edges)
          known = known || (!is_error(later) && actor_(taken.step) == actor_(later.step) &&
                            leads(taken.target, actor_(outside.step), later.target));
        if (!known) return "steps that were not chosen make a further step of the set possible";
      }
      if (seen.size() < limit && seen.insert(outside.target).second) waiting.push_back(outside.target);
    }
  }
  return std::nullopt;
}

bool PersistentSets::may_ignore(const std::vector<std::vector<bool>>& chosen, const std::vector<bool>& full) const {
  // Removes states without chosen edges to others, until only cycles and what leads to them are left.
  const std::size_t count = graph_.states.size();
  std::vector<std::vector<std::uint32_t>> into(count);
  std::vector<std::size_t> leaving(count, 0);
  for (std::uint32_t state = 0; state < count; ++state) {
    for (std::size_t i = 0; i < graph_.states[state].edges.size(); ++i) {
      const StateGraph::Edge& edge = graph_.states[state].edges[i];
      if (full[state] || !chosen[state][i] || is_error(edge) || full[edge.target]) continue;
      into[edge.target].push_back(state);
      ++leaving[state];
    }
  }
  std::vector<std::uint32_t> ended;
  for (std::uint32_t state = 0; state < count; ++state)
    if (leaving[state] == 0) ended.push_back(state);
  for (std::size_t i = 0; i < ended.size(); ++i)
    for (const std::uint32_t before : into[ended[i]])
      if (--leaving[before] == 0) ended.push_back(before);
  return ended.size() < count;
}

}  // namespace weir::test
