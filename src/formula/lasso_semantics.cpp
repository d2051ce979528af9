// SPDX-License-Identifier: Apache-2.0
// Computes one row per subformula. U, F and M are least solutions of r(i) = now(i) or (go_on(i) and r(i+1)), so their
// rows start false; W, G and R are greatest solutions and start true. Two backward passes suffice: after the first
// pass, values have propagated once around the cycle to its last position.
#include "formula/lasso_semantics.h"

#include "base/assert.h"
#include "formula/finite_semantics.h"

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

}  // namespace

Timeline evaluate_lasso(Formula f, const ValuedWord& word, const StopFlag* stop) {
  WEIR_ASSERT(word.cycle_start.has_value(), "an infinite word has a cycle");
  Timeline timeline(f, word);
  for (const Formula g : timeline.subformulas()) {
    if (stop != nullptr && stop->raised()) break;
    if (semantics_detail::fill_propositional_row(timeline, g, word)) continue;
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

Timeline evaluate(Formula f, const ValuedWord& word, const StopFlag* stop) {
  return word.cycle_start ? evaluate_lasso(f, word, stop) : evaluate_finite(f, word, stop);
}

}  // namespace weir
