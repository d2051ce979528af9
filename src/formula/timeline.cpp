// SPDX-License-Identifier: Apache-2.0
#include "formula/timeline.h"

#include <algorithm>

#include "base/assert.h"

namespace weir {

Timeline::Timeline(Formula f, std::size_t positions, std::optional<std::size_t> cycle_start)
    : subformulas_(weir::subformulas(f)),
      positions_(positions),
      cycle_start_(cycle_start),
      word_positions_(positions),
      word_cycle_start_(cycle_start.value_or(0)) {
  for (std::size_t i = 0; i < subformulas_.size(); ++i) index_.emplace(subformulas_[i], i);
  rows_.assign(subformulas_.size(), std::vector<bool>(positions_, false));
}

Timeline::Timeline(Formula f, const ValuedWord& word)
    : Timeline(f, std::max<std::size_t>(word.letters.size(), 1), word.cycle_start) {
  WEIR_ASSERT(!cycle_start_ || *cycle_start_ < word.letters.size(), "the cycle of a lasso has at least one letter");
}

Timeline::Timeline(Formula f, const ValuedWord& word, std::size_t length) : Timeline(f, length, std::nullopt) {
  WEIR_ASSERT(0 < length && length <= word.letters.size(), "the beginning of a word is not longer than the word");
}

std::optional<std::size_t> Timeline::successor(std::size_t i) const {
  if (i + 1 < positions_) return i + 1;
  return cycle_start_;
}

void Timeline::set_word(std::size_t length, std::size_t cycle_start) {
  WEIR_ASSERT(cycle_start < length && length <= positions_, "the word is part of its timeline");
  word_positions_ = length;
  word_cycle_start_ = cycle_start;
}

Timeline::Place Timeline::place(std::size_t i) const {
  if (i < word_positions_) return {i, 0};
  const std::size_t length = word_positions_ - word_cycle_start_, beyond = i - word_cycle_start_;
  return {word_cycle_start_ + beyond % length, beyond / length};
}

bool Timeline::same_in_every_round(Formula g) const {
  const std::vector<bool>& values = row(g);
  for (std::size_t i = word_positions_; i < values.size(); ++i)
    if (values[i] != values[place(i).position]) return false;
  return true;
}

const std::vector<bool>& Timeline::row(Formula g) const {
  const auto found = index_.find(g);
  WEIR_ASSERT(found != index_.end(), "only subformulas have a row in the timeline");
  return rows_[found->second];
}

std::vector<bool>& Timeline::row(Formula g) {
  return const_cast<std::vector<bool>&>(static_cast<const Timeline&>(*this).row(g));
}

namespace semantics_detail {

bool fill_timed_row(Timeline& timeline, Formula g, const TimedTruth& timed) {
  const Formula owner = g.is(Op::Not) ? g[0] : g;
  if (!timed || (!owner.is(Op::TimedUntil) && !owner.is(Op::TimedSince))) return false;
  std::vector<bool>& out = timeline.row(g);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = timed(owner, i).value_or(owner == g) == (owner == g);
  return true;
}

bool fill_propositional_row(Timeline& timeline, Formula g, const ValuedWord& word) {
  std::vector<bool>& out = timeline.row(g);
  // Calls `value` with the operands at each position.
  const auto fill = [&](auto&& value) {
    const std::vector<bool>& first = timeline.row(g[0]);
    const std::vector<bool>& second = timeline.row(g[g.operands().size() - 1]);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value(first[i], second[i]);
    return true;
  };
  switch (g.op()) {
    case Op::False: return true;
    case Op::True: out.assign(out.size(), true); return true;
    case Op::Atom: {
      const auto found = std::find(word.atoms.begin(), word.atoms.end(), g.name());
      WEIR_ASSERT(found != word.atoms.end(), "the word says of every atom whether it holds");
      const auto k = static_cast<std::size_t>(found - word.atoms.begin());
      const std::size_t letters = std::min(out.size(), word.letters.size());  // the row of λ has no letter
      for (std::size_t i = 0; i < letters; ++i) out[i] = word.letters[i][k];
      return true;
    }
    case Op::Not: return fill([](bool a, bool) { return !a; });
    case Op::And:
    case Op::Or: {
      const bool neutral = g.is(Op::And);
      out.assign(out.size(), neutral);
      for (const Formula h : g.operands()) {
        const std::vector<bool>& in = timeline.row(h);
        for (std::size_t i = 0; i < out.size(); ++i) {
          if (in[i] != neutral) out[i] = !neutral;
        }
      }
      return true;
    }
    case Op::Xor: return fill([](bool a, bool b) { return a != b; });
    case Op::Implies: return fill([](bool a, bool b) { return !a || b; });
    case Op::Equiv: return fill([](bool a, bool b) { return a == b; });
    default: return false;
  }
}

}  // namespace semantics_detail
}  // namespace weir
