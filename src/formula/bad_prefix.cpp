// SPDX-License-Identifier: Apache-2.0
#include "formula/bad_prefix.h"

#include <algorithm>

#include "formula/regex_semantics.h"
#include "formula/rewrite.h"

namespace weir {
namespace {

/// Returns whether the first `length` letters alone show that a formula in negation normal form holds on every infinite
/// word with this prefix. After the last letter every subformula counts as false, G as well as F.
bool seen_to_hold(Formula f, const ValuedWord& letters, std::size_t length, const StopFlag* stop) {
  Timeline timeline(f, letters, length);
  for (const Formula g : timeline.subformulas()) {
    if (stop != nullptr && stop->raised()) return false;
    if (semantics_detail::fill_regex_row(timeline, g, semantics_detail::WordEnd::Seen) ||
        semantics_detail::fill_propositional_row(timeline, g, letters) || semantics_detail::fill_past_row(timeline, g))
      continue;
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

std::optional<std::size_t> bad_prefix_length(Formula formula, const ValuedWord& lasso, std::size_t guess,
                                             const StopFlag* stop) {
  const Formula failure = negation_normal_form(!formula, Semantics::Infinite);
  const auto bad = [&](std::size_t length) { return seen_to_hold(failure, lasso, length, stop); };
  // Longer prefixes show at least as much: binary search between a length that does not suffice and one that does,
  // after growing steps down from the guess.
  std::size_t low = 0, high = lasso.letters.size();
  if (high == 0) return std::nullopt;
  guess = std::clamp<std::size_t>(guess, 1, high);
  if (bad(guess)) {
    high = guess;
  } else {
    if (guess == high || !bad(high)) return std::nullopt;
    low = guess;
  }
  const auto judge = [&](std::size_t length) { (bad(length) ? high : low) = length; };
  for (std::size_t distance = 1; low == 0 && distance < high; distance *= 2) judge(high - distance);
  while (high - low > 1) judge(low + (high - low) / 2);
  return high;
}

}  // namespace weir
