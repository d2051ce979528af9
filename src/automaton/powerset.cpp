// SPDX-License-Identifier: Apache-2.0
#include "automaton/powerset.h"

#include <algorithm>
#include <map>

#include "automaton/letter_cells.h"
#include "automaton/trim.h"
#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;
using StateSet = std::vector<State>;

std::vector<std::uint32_t> ends(const Automaton& automaton) {
  std::vector<std::uint32_t> kind;
  for (State s = 0; s < automaton.state_count(); ++s) kind.push_back(automaton.accepts_end(s) ? 1 : 0);
  return kind;
}

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
      if (graph.state_count() >= limit) throw AutomatonTooLarge("the subset construction has too many states");
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

Automaton merged_by_kind(const Automaton& automaton, const std::vector<std::uint32_t>& kind) {
  WEIR_ASSERT(is_deterministic(automaton) && is_complete(automaton), "only deterministic automata are merged by kind");
  BddManager& bdds = automaton.bdds();
  using Signature =
      std::vector<std::pair<std::uint32_t, Bdd>>;  // class of the destination and letters, after own class
  std::vector<std::uint32_t> class_of = kind;
  std::size_t classes = 0;
  std::map<std::pair<std::uint32_t, Signature>, std::uint32_t> found;
  for (;;) {
    found.clear();
    std::vector<std::uint32_t> next(automaton.state_count());
    for (State s = 0; s < automaton.state_count(); ++s) {
      std::map<std::uint32_t, Bdd> by_class;
      for (const Automaton::Edge& edge : automaton.edges(s)) {
        Bdd& letters = by_class.try_emplace(class_of[edge.destination], kBddFalse).first->second;
        letters = bdds.disjoin(letters, edge.label);
      }
      Signature signature(by_class.begin(), by_class.end());
      next[s] = found.try_emplace({class_of[s], std::move(signature)}, static_cast<std::uint32_t>(found.size()))
                    .first->second;
    }
    class_of = std::move(next);
    if (found.size() == classes) break;
    classes = found.size();
  }
  Automaton result = Automaton::like(automaton);
  result.add_states(static_cast<std::uint32_t>(classes));
  std::vector<bool> done(classes, false);
  for (State s = 0; s < automaton.state_count(); ++s) {
    const State c = class_of[s];
    if (done[c]) continue;
    done[c] = true;
    result.set_accepts_end(c, automaton.accepts_end(s));
    result.set_state_name(c, automaton.state_name(s));
    for (const Automaton::Edge& edge : automaton.edges(s))
      result.add_edge(c, edge.label, edge.marks, class_of[edge.destination]);
  }
  for (const State s : automaton.initials()) result.add_initial(class_of[s]);
  merge_edges(result);
  return reachable_part(result);
}

Automaton minimal_finite(const Automaton& automaton, std::uint32_t limit) {
  WEIR_ASSERT(automaton.words() == Words::Finite, "minimal_finite is about finite words");
  if (is_deterministic(automaton)) {
    const Automaton complete = completed(automaton);
    return merged_by_kind(complete, ends(complete));
  }
  const Automaton graph = powerset(automaton, limit).automaton;
  return merged_by_kind(graph, ends(graph));
}

}  // namespace weir
