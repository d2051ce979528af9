// SPDX-License-Identifier: Apache-2.0
// Computes one row per subformula, from the last position to the first.
//
//   (σ,i) ⊨ X f     iff  i = |σ|-1 or (σ,i+1) ⊨ f          (weak; X[!] f = !X !f is the strong one)
//   (σ,i) ⊨ f U g   iff  there is j, i ≤ j < |σ|, with g at j and f at every k, i ≤ k < j
//
//   (σ,i) ⊨ Y f     iff  i > 0 and (σ,i-1) ⊨ f          (strong; Z f = !Y !f is the weak one)
//   (σ,i) ⊨ f S g   iff  there is j ≤ i with g at j and f at every k, j < k ≤ i
//   (σ,i) ⊨ {r}     iff  a word of r starts at i and ends in σ, or σ from i on is the beginning of a word of r
//
// λ is evaluated at i = -1 with |λ| = 0. There is no letter, so atoms are false; -1 = |λ|-1, so X f is true; j = -1 is
// the only j with -1 ≤ j < 0, so f U g is g. In short, -1 is a last position at which no atom holds, and is implemented
// as such.
#include "formula/finite_semantics.h"

#include "base/assert.h"
#include "formula/regex_semantics.h"

namespace weir {

Timeline evaluate_finite(Formula f, const ValuedWord& word, const StopFlag* stop, const TimedTruth& timed) {
  WEIR_ASSERT(!word.cycle_start, "a finite word has no cycle");
  Timeline timeline(f, word);
  const std::size_t last = timeline.positions() - 1;
  for (const Formula g : timeline.subformulas()) {
    if (stop != nullptr && stop->raised()) break;
    if (semantics_detail::fill_timed_row(timeline, g, timed) ||
        semantics_detail::fill_propositional_row(timeline, g, word) || semantics_detail::fill_past_row(timeline, g) ||
        semantics_detail::fill_regex_row(timeline, g, semantics_detail::WordEnd::Definite))
      continue;
    std::vector<bool>& out = timeline.row(g);
    const std::vector<bool>& first = timeline.row(g[0]);
    const std::vector<bool>& second = timeline.row(g[g.operands().size() - 1]);
    for (std::size_t i = last + 1; i-- > 0;) {
      const bool end = i == last;
      switch (g.op()) {
        case Op::Next: out[i] = end || first[i + 1]; break;
        case Op::StrongNext: out[i] = !end && first[i + 1]; break;
        case Op::Finally: out[i] = first[i] || (!end && out[i + 1]); break;
        case Op::Globally: out[i] = first[i] && (end || out[i + 1]); break;
        case Op::Until: out[i] = second[i] || (first[i] && !end && out[i + 1]); break;
        case Op::WeakUntil: out[i] = second[i] || (first[i] && (end || out[i + 1])); break;
        case Op::Release: out[i] = second[i] && (first[i] || end || out[i + 1]); break;
        case Op::StrongRelease: out[i] = second[i] && (first[i] || (!end && out[i + 1])); break;
        default: WEIR_ASSERT(false, "a temporal operator");
      }
    }
  }
  return timeline;
}

}  // namespace weir
