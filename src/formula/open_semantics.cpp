// SPDX-License-Identifier: Apache-2.0
#include "formula/open_semantics.h"

#include "formula/regex_semantics.h"
#include "formula/rewrite.h"

namespace weir {

Timeline evaluate_open(Formula f, const ValuedWord& beginning, const TimedTruth& timed) {
  Timeline timeline(negation_normal_form(f, Semantics::Finite), beginning);
  for (const Formula g : timeline.subformulas()) {
    if (semantics_detail::fill_timed_row(timeline, g, timed) ||
        semantics_detail::fill_regex_row(timeline, g, semantics_detail::WordEnd::Possible) ||
        semantics_detail::fill_propositional_row(timeline, g, beginning) ||
        semantics_detail::fill_past_row(timeline, g))
      continue;
    std::vector<bool>& out = timeline.row(g);
    const std::vector<bool>& first = timeline.row(g[0]);
    const std::vector<bool>& second = timeline.row(g[g.operands().size() - 1]);
    for (std::size_t i = out.size(); i-- > 0;) {
      const bool later = i + 1 == out.size() || out[i + 1];  // what is beyond the end may be as it should be
      switch (g.op()) {
        case Op::Next:
        case Op::StrongNext: out[i] = i + 1 == out.size() || first[i + 1]; break;
        case Op::Finally: out[i] = first[i] || later; break;
        case Op::Globally: out[i] = first[i] && later; break;
        case Op::Until:
        case Op::WeakUntil: out[i] = second[i] || (first[i] && later); break;
        default: out[i] = second[i] && (first[i] || later); break;  // Release, StrongRelease
      }
    }
  }
  return timeline;
}

}  // namespace weir
