// SPDX-License-Identifier: Apache-2.0
#include "oracle/lasso_run.h"

#include <vector>

namespace weir::test {

bool generalized_buchi_accepts(const Automaton& automaton, const LassoWord& word) {
  const std::size_t length = word.prefix.size() + word.cycle.size();
  struct Move {
    std::size_t from, to;
    MarkSet marks;
  };
  std::vector<Move> moves;
  const auto node = [&](Automaton::State s, std::size_t i) { return s * length + i; };
  for (std::size_t i = 0; i < length; ++i) {
    const Letter letter = i < word.prefix.size() ? word.prefix[i] : word.cycle[i - word.prefix.size()];
    const std::size_t next = i + 1 < length ? i + 1 : word.prefix.size();
    for (Automaton::State s = 0; s < automaton.state_count(); ++s)
      for (const Automaton::Edge& edge : automaton.edges(s))
        if (automaton.bdds().evaluate(edge.label, [&](std::uint32_t v) { return (letter >> v & 1) != 0; }))
          moves.push_back({node(s, i), node(edge.destination, next), edge.marks});
  }
  std::vector<bool> inside(automaton.state_count() * length, true);
  bool changed = true;
  while (changed) {
    changed = false;
    // Without acceptance sets every infinite run is accepting: one round in which any edge counts.
    for (std::uint32_t m = 0; m < std::max(automaton.mark_count(), 1U); ++m) {
      std::vector<bool> reaches(inside.size(), false);
      bool grows = true;
      while (grows) {
        grows = false;
        for (const Move& move : moves) {
          if (reaches[move.from] || !inside[move.from] || !inside[move.to]) continue;
          const bool counts = automaton.mark_count() == 0 || move.marks.has(m);
          if (counts || reaches[move.to]) reaches[move.from] = grows = true;
        }
      }
      changed = changed || reaches != inside;
      inside = reaches;
    }
  }
  for (const Automaton::State s : automaton.initials())
    if (inside[node(s, 0)]) return true;
  return false;
}

}  // namespace weir::test
