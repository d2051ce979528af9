// SPDX-License-Identifier: Apache-2.0
#include "formula/bad_prefix.h"

#include "formula/rewrite.h"

namespace weir {
namespace {

/// Returns whether the letters alone show that a formula in negation normal form holds on every infinite word with this
/// prefix. After the last letter every subformula counts as false, G as well as F.
bool seen_to_hold(Formula f, const ValuedWord& letters) {
  Timeline timeline(f, letters);
  const std::size_t length = letters.letters.size();
  for (const Formula g : timeline.subformulas()) {
    if (semantics_detail::fill_propositional_row(timeline, g, letters)) continue;
    std::vector<bool>& out = timeline.row(g);
    const std::vector<bool>& first = timeline.row(g[0]);
    const std::vector<bool>& second = timeline.row(g[g.operands().size() - 1]);
    for (std::size_t i = length; i-- > 0;) {
      const bool last = i + 1 == length;
      const bool later = !last && out[i + 1];
      switch (g.op()) {
        case Op::Next:
        case Op::StrongNext: out[i] = !last && first[i + 1]; break;
        case Op::Finally: out[i] = first[i] || later; break;
        case Op::Globally: out[i] = first[i] && later; break;
        case Op::Until:
        case Op::WeakUntil: out[i] = second[i] || (first[i] && later); break;
        default: out[i] = second[i] && (first[i] || later); break;  // Release, StrongRelease
      }
    }
  }
  return timeline.holds();
}

}  // namespace

std::optional<std::size_t> bad_prefix_length(Formula formula, const ValuedWord& lasso) {
  const Formula failure = negation_normal_form(!formula, Semantics::Infinite);
  const auto bad = [&](std::size_t length) {
    ValuedWord letters{lasso.atoms, {}, std::nullopt};
    letters.letters.assign(lasso.letters.begin(), lasso.letters.begin() + static_cast<std::ptrdiff_t>(length));
    return length > 0 && seen_to_hold(failure, letters);
  };
  // Longer prefixes show at least as much: binary search.
  std::size_t low = 1, high = lasso.letters.size();
  if (!bad(high)) return std::nullopt;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (bad(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace weir
