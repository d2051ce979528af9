// SPDX-License-Identifier: Apache-2.0
#include "automaton/analysis/membership.h"

#include <algorithm>
#include <vector>

#include "base/assert.h"

namespace weir {
namespace {

using State = Automaton::State;

/// The values of the atoms in each letter of prefix and cycle.
std::vector<std::vector<bool>> letters_of(const AtomSpace& space, const WitnessWord& word) {
  std::vector<std::vector<bool>> letters;
  for (const auto* part : {&word.prefix, &word.cycle}) {
    for (const Bdd label : *part) {
      std::vector<bool>& letter = letters.emplace_back(space.size(), false);
      for (const auto& [variable, positive] : space.bdds.one_solution(label)) letter[variable] = positive;
    }
  }
  return letters;
}

bool reads(const BddManager& bdds, Bdd label, const std::vector<bool>& letter) {
  return bdds.evaluate(label, [&](std::uint32_t variable) { return letter[variable]; });
}

bool accepts_finite_word(const Automaton& automaton, const std::vector<std::vector<bool>>& letters) {
  std::vector<bool> now(automaton.state_count(), false);
  for (const State s : automaton.initials()) now[s] = true;
  for (const std::vector<bool>& letter : letters) {
    std::vector<bool> next(automaton.state_count(), false);
    for (State s = 0; s < automaton.state_count(); ++s) {
      if (!now[s]) continue;
      for (const Automaton::Edge& edge : automaton.edges(s))
        if (reads(automaton.bdds(), edge.label, letter)) next[edge.destination] = true;
    }
    now = std::move(next);
  }
  for (State s = 0; s < automaton.state_count(); ++s)
    if (now[s] && automaton.accepts_end(s)) return true;
  return false;
}

}  // namespace

bool accepts_word(const Automaton& automaton, const WitnessWord& word) {
  const std::vector<std::vector<bool>> letters = letters_of(automaton.space(), word);
  if (automaton.words() == Words::Finite) return accepts_finite_word(automaton, letters);
  WEIR_ASSERT(!word.cycle.empty(), "an infinite word has a cycle");
  // Pairs of state and position, with labels that mean nothing any more: is an accepting cycle among them?
  const auto length = static_cast<State>(letters.size());
  Automaton runs(automaton.space_pointer());
  runs.set_acceptance(automaton.mark_count(), automaton.acceptance());
  runs.add_states(automaton.state_count() * length);
  for (const State s : automaton.initials()) runs.add_initial(s * length);
  for (State s = 0; s < automaton.state_count(); ++s) {
    for (const Automaton::Edge& edge : automaton.edges(s)) {
      for (State i = 0; i < length; ++i) {
        const State next = i + 1 < length ? i + 1 : static_cast<State>(word.prefix.size());
        if (reads(automaton.bdds(), edge.label, letters[i]))
          runs.add_edge(s * length + i, kBddTrue, edge.marks, edge.destination * length + next);
      }
    }
  }
  return !is_empty(runs);
}

}  // namespace weir
