// SPDX-License-Identifier: Apache-2.0
#include "automaton/letters.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/core.h>

namespace weir {
namespace {

bool has_propositions(const BddManager& bdds, Bdd f) {
  return !BddManager::is_constant(f) && bdds.top(f) < AtomSpace::kFirstAuxiliary;
}

}  // namespace

std::vector<LetterClass> letter_classes(BddManager& bdds, Bdd f) {
  std::vector<LetterClass> classes;
  std::unordered_map<std::uint32_t, std::size_t> class_of;
  const auto add = [&](Bdd rest, Bdd label) {
    const auto [entry, is_new] = class_of.try_emplace(rest.id, classes.size());
    if (is_new) classes.push_back({rest, kBddFalse});
    Bdd& letters = classes[entry->second].label;
    letters = bdds.disjoin(letters, label);
  };
  // From the top down, by level: the label of a node is the set of letters that lead to it.
  std::map<std::pair<std::uint32_t, Bdd>, Bdd> waiting;
  const auto reach = [&](Bdd node, Bdd label) {
    if (!has_propositions(bdds, node)) {
      add(node, label);
      return;
    }
    Bdd& letters = waiting.try_emplace({bdds.top(node), node}, kBddFalse).first->second;
    letters = bdds.disjoin(letters, label);
  };
  reach(f, kBddTrue);
  while (!waiting.empty()) {
    const auto [key, label] = *waiting.begin();
    waiting.erase(waiting.begin());
    const Bdd node = key.second;
    reach(bdds.low(node), bdds.conjoin(label, bdds.literal(key.first, false)));
    reach(bdds.high(node), bdds.conjoin(label, bdds.literal(key.first, true)));
  }
  return classes;
}

Expected<Automaton> over_events(PropertyAutomaton& property, Words words, const AtomSpacePtr& space,
                                std::uint32_t max_states, bool name_states) {
  std::vector<std::uint32_t> variables;
  for (const std::string& event : property.atoms()) variables.push_back(space->variable(event));
  std::vector<std::uint32_t> sorted = variables;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Bdd> labels;
  for (const std::uint32_t event : variables) {
    Cube cube;
    for (const std::uint32_t v : sorted) cube.emplace_back(v, v == event);
    labels.push_back(space->bdds.cube(cube));
  }
  Automaton automaton(space, words);
  for (const std::uint32_t event : variables) automaton.declare_atom(event);
  const auto marks = static_cast<std::uint32_t>(property.acceptance().marks().count());
  automaton.set_acceptance(marks, property.acceptance());
  const std::uint32_t initial = property.initial();
  const auto grow = [&] {
    automaton.add_states(static_cast<std::uint32_t>(property.states()) - automaton.state_count());
  };
  grow();
  for (std::uint32_t s = 0; s < property.states(); ++s) {
    if (s >= max_states) return Diagnostic{.message = fmt::format("the automaton has more than {} states", max_states)};
    for (std::size_t event = 0; event < labels.size(); ++event) {
      for (const PropertyAutomaton::Edge& edge : property.edges(s, Letter{1} << event)) {
        grow();
        automaton.add_edge(s, labels[event], edge.marks, edge.destination);
      }
    }
  }
  for (std::uint32_t s = 0; s < property.states(); ++s) {
    automaton.set_accepts_end(s, property.accepts_end(s));
    if (name_states) automaton.set_state_name(s, property.state_name(s));
  }
  automaton.add_initial(initial);
  merge_edges(automaton);
  return automaton;
}

}  // namespace weir
