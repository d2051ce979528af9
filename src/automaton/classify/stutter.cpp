// SPDX-License-Identifier: Apache-2.0
// Stutter invariance (declared in classify.h): builds the product of both automata in which each may repeat the last
// letter. A word is in it if one stuttering satisfies the property and another satisfies the negation.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "automaton/analysis/emptiness.h"
#include "automaton/classify/classify.h"
#include "automaton/letter_cells.h"
#include "automaton/transform/remove_fin.h"

namespace weir {
namespace {

using State = Automaton::State;

constexpr std::size_t kMaxCells = 1 << 12;
constexpr std::uint32_t kMaxStutterProduct = 1 << 18;
constexpr std::uint64_t kStutterSteps = std::uint64_t{1} << 23;

/// Ensures generalised Büchi with at least one set, so that repeating one letter forever is not accepted by itself.
Automaton with_some_set(const Automaton& automaton) {
  Automaton result = without_fin(automaton);
  if (result.acceptance().op() != Acceptance::Op::True) return result;
  result.set_acceptance(1, Acceptance::inf(0));
  for (State s = 0; s < result.state_count(); ++s)
    for (Automaton::Edge& edge : result.edges(s)) edge.marks = MarkSet::single(0);
  return result;
}

/// Edges by state and letter class.
using Moves = std::vector<std::vector<std::vector<Automaton::Edge>>>;

Moves moves_of(const Automaton& automaton, const std::vector<LetterCell>& cells) {
  Moves moves(automaton.state_count(), std::vector<std::vector<Automaton::Edge>>(cells.size()));
  for (State s = 0; s < automaton.state_count(); ++s)
    for (const Automaton::Edge& edge : automaton.edges(s))
      for (std::size_t c = 0; c < cells.size(); ++c)
        if (!automaton.bdds().disjoint(edge.label, cells[c].letters)) moves[s][c].push_back(edge);
  return moves;
}

}  // namespace

namespace {

bool decide_stuttering(const Automaton& property, const Automaton& negation) {
  const Automaton left = with_some_set(property), right = with_some_set(negation);
  // Letters that no label distinguishes are treated as one.
  std::vector<Bdd> labels;
  for (const Automaton* automaton : {&left, &right})
    for (State s = 0; s < automaton->state_count(); ++s)
      for (const Automaton::Edge& edge : automaton->edges(s)) labels.push_back(edge.label);
  std::sort(labels.begin(), labels.end());
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  const std::vector<LetterCell> cells = letter_cells(left.bdds(), labels);
  if (cells.size() > kMaxCells) too_large("too many kinds of letters");
  const Moves left_moves = moves_of(left, cells), right_moves = moves_of(right, cells);

  const auto none = static_cast<std::uint32_t>(cells.size());
  const std::uint32_t shift = left.mark_count();
  if (shift + right.mark_count() > MarkSet::kCapacity) too_large("too many acceptance sets");
  Automaton product(left.space_pointer());
  product.set_acceptance(shift + right.mark_count(),
                         Acceptance::conjunction({left.acceptance(), right.acceptance().shifted(shift)}));
  struct Triple {
    State l, r;
    std::uint32_t last;
  };
  std::vector<Triple> found;
  std::unordered_map<std::uint64_t, State> numbers;
  const auto number_of = [&](const Triple& t) {
    const std::uint64_t key = (std::uint64_t{t.l} * right.state_count() + t.r) * (none + 1) + t.last;
    const auto [entry, fresh] = numbers.try_emplace(key, product.state_count());
    if (fresh) {
      if (product.state_count() >= kMaxStutterProduct) too_large("the stutter check is too large");
      product.add_state();
      found.push_back(t);
    }
    return entry->second;
  };
  for (const State l : left.initials())
    for (const State r : right.initials()) product.add_initial(number_of({l, r, none}));
  for (State s = 0; s < found.size(); ++s) {
    for (std::uint32_t c = 0; c < cells.size(); ++c) {
      const Triple from = found[s];
      std::vector<Automaton::Edge> ls = left_moves[from.l][c], rs = right_moves[from.r][c];
      if (c == from.last) {  // both may wait; if both do, nothing happens
        ls.push_back({kBddTrue, {}, from.l});
        rs.push_back({kBddTrue, {}, from.r});
      }
      for (std::size_t i = 0; i < ls.size(); ++i)
        for (std::size_t j = 0; j < rs.size(); ++j)
          if (c != from.last || i + 1 < ls.size() || j + 1 < rs.size())
            product.add_edge(s, cells[c].letters, ls[i].marks | rs[j].marks.shifted(shift),
                             number_of({ls[i].destination, rs[j].destination, c}));
    }
  }
  return is_empty(product);
}

}  // namespace

std::optional<bool> is_stutter_invariant(const Automaton& property, const Automaton& negation) {
  return attempt(property.meter(), kStutterSteps, [&] { return decide_stuttering(property, negation); });
}

}  // namespace weir
