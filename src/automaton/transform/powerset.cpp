// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/powerset.h"

#include <algorithm>
#include <map>

#include "automaton/letter_cells.h"

namespace weir {
namespace {

using State = Automaton::State;
using StateSet = std::vector<State>;

}  // namespace

Powerset powerset(const Automaton& automaton, std::uint32_t limit) {
  BddManager& bdds = automaton.bdds();
  Automaton graph(automaton.space_pointer(), automaton.words());
  for (const std::uint32_t variable : automaton.atoms()) graph.declare_atom(variable);
  graph.set_name(automaton.name());
  std::vector<StateSet> sets;
  std::map<StateSet, State> numbers;
  const auto number_of = [&](StateSet set) {
    const auto [entry, fresh] = numbers.try_emplace(set, graph.state_count());
    if (fresh) {
      if (graph.state_count() >= limit) too_large("the subset construction has too many states");
      const State s = graph.add_state();
      const auto may_end = [&](State member) { return automaton.accepts_end(member); };
      graph.set_accepts_end(s, std::any_of(set.begin(), set.end(), may_end));
      sets.push_back(std::move(set));
    }
    return entry->second;
  };
  StateSet start = automaton.initials();
  std::sort(start.begin(), start.end());
  graph.add_initial(number_of(start));
  for (State s = 0; s < sets.size(); ++s) {
    graph.meter().steps(sets[s].size());
    std::vector<Bdd> labels;
    std::vector<State> destinations;
    for (const State member : sets[s]) {
      for (const Automaton::Edge& edge : automaton.edges(member)) {
        labels.push_back(edge.label);
        destinations.push_back(edge.destination);
      }
    }
    std::map<StateSet, Bdd> edges;
    Bdd covered = kBddFalse;
    for (const LetterCell& cell : letter_cells(bdds, labels)) {
      StateSet next;
      for (const std::uint32_t i : cell.holds) next.push_back(destinations[i]);
      graph.meter().steps(next.size());
      graph.meter().allocate(next.size() * sizeof(State));
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      Bdd& letters = edges.try_emplace(std::move(next), kBddFalse).first->second;
      letters = bdds.disjoin(letters, cell.letters);
      covered = bdds.disjoin(covered, cell.letters);
    }
    if (covered != kBddTrue) edges.emplace(StateSet{}, bdds.negate(covered));
    for (const auto& [set, letters] : edges) graph.add_edge(s, letters, {}, number_of(set));
  }
  return {std::move(graph), std::move(sets)};
}

}  // namespace weir
