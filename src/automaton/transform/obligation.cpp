// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/obligation.h"

#include <algorithm>
#include <span>
#include <vector>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/scc_info.h"
#include "automaton/analysis/shortest_path.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/product.h"
#include "automaton/transform/trim.h"

namespace weir {
namespace {

using State = Automaton::State;

/// Labels of a shortest loop through `start` inside its component.
std::vector<Bdd> some_loop(const Automaton& graph, const SccInfo& info, State start) {
  std::vector<Bdd> labels;
  const auto path = shortest_path(
      graph, std::span(&start, 1), [&](State s, const Automaton::Edge& edge) { return info.same(s, edge.destination); },
      [&](State, const Automaton::Edge& edge) { return edge.destination == start; });
  for (const Automaton::Edge* edge : path) labels.push_back(edge->label);
  return labels;
}

/// Returns whether the automaton, started in one of `states`, accepts the loop repeated forever.
bool accepts_loop(const Automaton& automaton, const std::vector<State>& states, const std::vector<Bdd>& loop) {
  Automaton from_here = automaton;
  from_here.set_initials(states);
  Automaton word(automaton.space_pointer());
  const auto length = static_cast<std::uint32_t>(loop.size());
  word.add_states(length);
  word.add_initial(0);
  for (State i = 0; i < length; ++i) {
    // One letter suffices, not the whole label: all letters of the loop lead through the same sets of states.
    const Bdd letter = word.bdds().cube(word.bdds().one_solution(loop[i]));
    word.add_edge(i, letter, {}, (i + 1) % length);
  }
  return !is_empty(intersection(word, from_here));
}

/// Löding's colouring: per state of the powerset graph, 1 if its colour makes it final.
std::vector<std::uint32_t> final_states(const Automaton& automaton, const Powerset& sets) {
  const Automaton& graph = sets.automaton;
  const SccInfo info = scc_info(graph);
  const auto highest = static_cast<std::uint32_t>(2 * info.components.size() + 2);
  std::vector<std::uint32_t> colour(info.components.size(), highest);
  std::vector<std::uint32_t> is_final(graph.state_count(), 0);
  for (std::uint32_t i = 0; i < info.components.size(); ++i) {  // successors come first
    const SccInfo::Component& component = info.components[i];
    std::uint32_t least = highest;
    for (const State s : component.states)
      for (const Automaton::Edge& edge : graph.edges(s))
        if (info.component[edge.destination] != i) least = std::min(least, colour[info.component[edge.destination]]);
    colour[i] = least;
    if (!component.trivial) {
      const State s = component.states.front();
      const bool accepting = accepts_loop(automaton, sets.sets[s], some_loop(graph, info, s));
      const bool even = least % 2 == 0;
      if (accepting != even) --colour[i];
    }
    for (const State s : component.states) is_final[s] = colour[i] % 2 == 0 ? 1 : 0;
  }
  return is_final;
}

}  // namespace

std::optional<Automaton> minimal_obligation(const Automaton& automaton, const Automaton& negation,
                                            const Powerset& sets) {
  const std::vector<std::uint32_t> is_final = final_states(automaton, sets);
  Automaton weak = sets.automaton;
  weak.set_acceptance(1, Acceptance::inf(0));
  for (State s = 0; s < weak.state_count(); ++s)
    for (Automaton::Edge& edge : weak.edges(s)) edge.marks = is_final[s] != 0 ? MarkSet::single(0) : MarkSet();
  Automaton minimal = merged_by_kind(weak, is_final);
  minimal.set_name(automaton.name());
  if (!is_empty(intersection(minimal, negation))) return std::nullopt;
  Automaton complement = minimal;
  complement.set_acceptance(1, Acceptance::fin(0));
  if (!is_empty(intersection(complement, automaton))) return std::nullopt;
  return minimal;
}

std::optional<Automaton> minimal_obligation(const Automaton& automaton, const Automaton& negation,
                                            std::uint32_t limit) {
  const Automaton useful = trimmed(automaton);
  return minimal_obligation(useful, negation, powerset(useful, limit));
}

}  // namespace weir
