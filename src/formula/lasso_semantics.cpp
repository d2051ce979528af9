// SPDX-License-Identifier: Apache-2.0
// Computes one row per subformula. U, F and M are least solutions of r(i) = now(i) or (go_on(i) and r(i+1)), so their
// rows start false; W, G and R are greatest solutions and start true. Two backward passes suffice: after the first
// pass, values have propagated once around the cycle to its last position.
//
// A past formula may have another value at each visit of a position of the cycle, until it becomes periodic: the cycle
// is unrolled that often, and the timeline is longer than the word.
#include "formula/lasso_semantics.h"

#include <algorithm>
#include <unordered_map>

#include "base/assert.h"
#include "formula/finite_semantics.h"
#include "formula/regex_semantics.h"

namespace weir {
namespace {

void solve(Timeline& timeline, Formula g, bool greatest) {
  std::vector<bool>& out = timeline.row(g);
  const std::vector<bool>& first = timeline.row(g[0]);
  const std::vector<bool>& second = timeline.row(g[g.operands().size() - 1]);
  out.assign(out.size(), greatest);
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = out.size(); i-- > 0;) {
      const bool next = out[*timeline.successor(i)];
      switch (g.op()) {
        case Op::Finally: out[i] = first[i] || next; break;
        case Op::Globally: out[i] = first[i] && next; break;
        case Op::Until:
        case Op::WeakUntil: out[i] = second[i] || (first[i] && next); break;
        case Op::Release:
        case Op::StrongRelease: out[i] = second[i] && (first[i] || next); break;
        default: WEIR_ASSERT(false, "a temporal operator with a fixpoint");
      }
    }
  }
}

/// The number of past operators inside each other: each may need one more round of the cycle to become periodic.
std::size_t past_depth(Formula f) {
  std::unordered_map<Formula, std::size_t> depth;
  for (const Formula g : subformulas(f)) {
    std::size_t own = 0;
    for (const Formula part : g.operands()) own = std::max(own, depth.at(part));
    depth.emplace(g, own + (is_past(g.op()) ? 1 : 0));
  }
  return depth.at(f);
}

/// The same word, with the first rounds of the cycle moved to the prefix.
ValuedWord unrolled(const ValuedWord& word, std::size_t rounds) {
  ValuedWord longer = word;
  const std::size_t start = *word.cycle_start, length = word.letters.size() - start;
  const auto repeat = [&](std::vector<std::vector<bool>>& rows) {
    if (rows.empty()) return;
    for (std::size_t i = 0; i < rounds * length; ++i) rows.push_back(rows[start + i]);
  };
  repeat(longer.letters);
  repeat(longer.undefined);
  longer.cycle_start = start + rounds * length;
  return longer;
}

/// Requires that past formulas have the same value in every round of the cycle.
Timeline evaluate_periodic(Formula f, const ValuedWord& word, const StopFlag* stop) {
  Timeline timeline(f, word);
  for (const Formula g : timeline.subformulas()) {
    if (stop != nullptr && stop->raised()) break;
    if (semantics_detail::fill_propositional_row(timeline, g, word) || semantics_detail::fill_past_row(timeline, g) ||
        semantics_detail::fill_regex_row(timeline, g, semantics_detail::WordEnd::Definite))
      continue;
    if (g.is(Op::Next) || g.is(Op::StrongNext)) {
      std::vector<bool>& out = timeline.row(g);
      const std::vector<bool>& operand = timeline.row(g[0]);
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = operand[*timeline.successor(i)];
    } else {
      solve(timeline, g, g.is(Op::Globally) || g.is(Op::WeakUntil) || g.is(Op::Release));
    }
  }
  return timeline;
}

}  // namespace

Timeline evaluate_lasso(Formula f, const ValuedWord& word, const StopFlag* stop) {
  WEIR_ASSERT(word.cycle_start.has_value(), "an infinite word has a cycle");
  const std::size_t rounds = past_depth(f);
  if (rounds == 0) return evaluate_periodic(f, word, stop);
  Timeline timeline = evaluate_periodic(f, unrolled(word, rounds), stop);
  timeline.set_word(word.letters.size(), *word.cycle_start);
  return timeline;
}

Timeline evaluate(Formula f, const ValuedWord& word, const StopFlag* stop) {
  return word.cycle_start ? evaluate_lasso(f, word, stop) : evaluate_finite(f, word, stop);
}

}  // namespace weir
