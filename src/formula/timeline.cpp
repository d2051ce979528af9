// SPDX-License-Identifier: Apache-2.0
#include "formula/timeline.h"

#include <algorithm>

#include "base/assert.h"

namespace weir {

Timeline::Timeline(Formula f, const ValuedWord& word)
    : subformulas_(weir::subformulas(f)),
      positions_(std::max<std::size_t>(word.letters.size(), 1)),
      cycle_start_(word.cycle_start) {
  WEIR_ASSERT(!cycle_start_ || *cycle_start_ < word.letters.size(), "the cycle of a lasso has at least one letter");
  for (std::size_t i = 0; i < subformulas_.size(); ++i) index_.emplace(subformulas_[i], i);
  rows_.assign(subformulas_.size(), std::vector<bool>(positions_, false));
}

std::optional<std::size_t> Timeline::successor(std::size_t i) const {
  if (i + 1 < positions_) return i + 1;
  return cycle_start_;
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

bool fill_propositional_row(Timeline& timeline, Formula g, const ValuedWord& word) {
  std::vector<bool>& out = timeline.row(g);
  const auto operand = [&](std::size_t k, std::size_t i) { return timeline.holds(g[k], i); };
  switch (g.op()) {
    case Op::False: return true;
    case Op::True: out.assign(out.size(), true); return true;
    case Op::Atom: {
      const auto found = std::find(word.atoms.begin(), word.atoms.end(), g.name());
      WEIR_ASSERT(found != word.atoms.end(), "the word says of every atom whether it holds");
      const auto k = static_cast<std::size_t>(found - word.atoms.begin());
      for (std::size_t i = 0; i < word.letters.size(); ++i) out[i] = word.letters[i][k];
      return true;
    }
    case Op::Not:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = !operand(0, i);
      return true;
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
    case Op::Xor:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = operand(0, i) != operand(1, i);
      return true;
    case Op::Implies:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = !operand(0, i) || operand(1, i);
      return true;
    case Op::Equiv:
      for (std::size_t i = 0; i < out.size(); ++i) out[i] = operand(0, i) == operand(1, i);
      return true;
    default: return false;
  }
}

}  // namespace semantics_detail
}  // namespace weir
