// SPDX-License-Identifier: Apache-2.0
#include "oracle/automaton_membership.h"

#include <map>
#include <utility>
#include <vector>

namespace weir::test {
namespace {

bool reads(const Automaton& automaton, Bdd label, Letter letter) {
  return automaton.bdds().evaluate(label, [&](std::uint32_t variable) { return (letter >> variable & 1) != 0; });
}

struct Step {
  std::size_t from;
  std::size_t to;
  MarkSet marks;
};

using Matrix = std::vector<std::vector<bool>>;

/// reach[a][b]: whether a non-empty path of allowed steps leads from a to b.
Matrix closure(std::size_t size, const std::vector<Step>& steps, MarkSet allowed) {
  Matrix reach(size, std::vector<bool>(size, false));
  for (const Step& step : steps)
    if (allowed.includes(step.marks)) reach[step.from][step.to] = true;
  for (std::size_t k = 0; k < size; ++k)
    for (std::size_t i = 0; i < size; ++i)
      if (reach[i][k])
        for (std::size_t j = 0; j < size; ++j)
          if (reach[k][j]) reach[i][j] = true;
  return reach;
}

}  // namespace

bool accepts_lasso(const Automaton& automaton, const LassoWord& word) {
  const std::size_t length = word.prefix.size() + word.cycle.size();
  // Only reachable pairs, numbered in order of discovery.
  std::vector<std::pair<Automaton::State, std::size_t>> pairs;
  std::map<std::pair<Automaton::State, std::size_t>, std::size_t> number;
  const auto node = [&](Automaton::State state, std::size_t position) {
    const auto [entry, fresh] = number.try_emplace({state, position}, pairs.size());
    if (fresh) pairs.emplace_back(state, position);
    return entry->second;
  };
  for (const Automaton::State s : automaton.initials()) node(s, 0);
  std::vector<Step> steps;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    const auto [s, i] = pairs[n];
    const Letter letter = i < word.prefix.size() ? word.prefix[i] : word.cycle[i - word.prefix.size()];
    const std::size_t next = i + 1 < length ? i + 1 : word.prefix.size();
    for (const Automaton::Edge& edge : automaton.edges(s))
      if (reads(automaton, edge.label, letter)) steps.push_back({n, node(edge.destination, next), edge.marks});
  }
  MarkSet all;  // other marks never occur
  for (const Step& step : steps) all |= step.marks;
  for (std::uint64_t bits = 0;; bits = (bits - all.bits()) & all.bits()) {  // every subset of the marks
    const MarkSet wanted(bits);
    if (automaton.acceptance().accepts(wanted)) {
      const Matrix reach = closure(pairs.size(), steps, wanted);
      for (std::size_t n = 0; n < pairs.size(); ++n) {
        if (!reach[n][n]) continue;
        MarkSet met;
        for (const Step& step : steps)
          if (wanted.includes(step.marks) && (step.from == n || reach[n][step.from]) &&
              (step.to == n || reach[step.to][n]))
            met |= step.marks;
        if (met == wanted) return true;
      }
    }
    if (bits == all.bits()) return false;
  }
}

bool accepts_word(const Automaton& automaton, const Word& word) {
  std::vector<bool> now(automaton.state_count(), false);
  for (const Automaton::State s : automaton.initials()) now[s] = true;
  for (const Letter letter : word) {
    std::vector<bool> next(automaton.state_count(), false);
    for (Automaton::State s = 0; s < automaton.state_count(); ++s)
      for (const Automaton::Edge& edge : automaton.edges(s))
        if (now[s] && reads(automaton, edge.label, letter)) next[edge.destination] = true;
    now = next;
  }
  for (Automaton::State s = 0; s < automaton.state_count(); ++s)
    if (now[s] && automaton.accepts_end(s)) return true;
  return false;
}

}  // namespace weir::test
