// SPDX-License-Identifier: Apache-2.0
#include "oracle/word_oracle.h"

#include <algorithm>

#include "base/assert.h"

namespace weir::test {

WordOracle WordOracle::finite(const std::vector<std::string>& atoms, std::size_t length) {
  WEIR_ASSERT(length <= 8, "one byte holds eight positions");
  WordOracle oracle;
  oracle.atoms_ = atoms;
  for_each_word(atoms.size(), length, [&](const Word& word) {
    // λ by its definition: evaluated at -1, the last position, where no atom holds (docs/semantics.md).
    oracle.words_.push_back({word.empty() ? Word{0} : word, std::nullopt, word.empty()});
  });
  return oracle;
}

WordOracle WordOracle::infinite(const std::vector<std::string>& atoms, std::size_t prefix, std::size_t cycle) {
  WEIR_ASSERT(prefix + cycle <= 8, "one byte holds eight positions");
  WordOracle oracle;
  oracle.atoms_ = atoms;
  for_each_lasso(atoms.size(), prefix, cycle, [&](const LassoWord& lasso) {
    Word letters = lasso.prefix;
    letters.insert(letters.end(), lasso.cycle.begin(), lasso.cycle.end());
    oracle.words_.push_back({letters, lasso.prefix.size(), false});
  });
  return oracle;
}

bool WordOracle::implies(Formula f, Formula g) {
  const std::vector<std::uint8_t> left = truth(f);
  const std::vector<std::uint8_t>& right = truth(g);
  for (std::size_t w = 0; w < left.size(); ++w) {
    if ((left[w] & ~right[w]) != 0) return false;
  }
  return true;
}

const std::vector<std::uint8_t>& WordOracle::truth(Formula f) {
  if (const auto found = truth_.find(f); found != truth_.end()) return found->second;
  for (const Formula g : subformulas(f)) {
    if (truth_.find(g) == truth_.end()) truth_.emplace(g, compute(g));
  }
  return truth_.at(f);
}

std::uint8_t WordOracle::next(std::size_t w, std::uint8_t bits, bool at_end) const {
  const Shape& word = words_[w];
  const std::size_t last = word.letters.size() - 1;
  const bool after_last = word.cycle_start ? ((bits >> *word.cycle_start) & 1) != 0 : at_end;
  return static_cast<std::uint8_t>((bits >> 1) | (after_last ? 1U << last : 0U));
}

std::vector<std::uint8_t> WordOracle::compute(Formula f) {
  std::vector<std::uint8_t> result(words_.size());
  std::vector<const std::vector<std::uint8_t>*> operands;
  for (const Formula g : f.operands()) operands.push_back(&truth_.at(g));
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const Word& letters = words_[w].letters;
    const auto full = static_cast<std::uint8_t>((1U << letters.size()) - 1);
    const std::uint8_t a = operands.empty() ? 0 : (*operands.front())[w];
    const std::uint8_t b = operands.empty() ? 0 : (*operands.back())[w];
    // Whether a position that satisfies `goal` is reachable and all positions before it satisfy `path`; after k
    // iterations, within k steps.
    const auto until = [&](unsigned path, unsigned goal) {
      unsigned u = 0;
      for (std::size_t k = 0; k <= letters.size(); ++k)
        u = goal | (path & next(w, static_cast<std::uint8_t>(u), false));
      return u;
    };
    unsigned out = 0;
    switch (f.op()) {
      case Op::False: out = 0; break;
      case Op::True: out = full; break;
      case Op::Atom: {
        const auto k = std::find(atoms_.begin(), atoms_.end(), f.name()) - atoms_.begin();
        for (std::size_t i = 0; i < letters.size(); ++i) out |= static_cast<unsigned>((letters[i] >> k) & 1) << i;
        break;
      }
      case Op::Not: out = ~static_cast<unsigned>(a); break;
      case Op::And:
        out = full;
        for (const auto* operand : operands) out &= (*operand)[w];
        break;
      case Op::Or:
        for (const auto* operand : operands) out |= (*operand)[w];
        break;
      case Op::Xor: out = a ^ b; break;
      case Op::Implies: out = ~static_cast<unsigned>(a) | b; break;
      case Op::Equiv: out = ~static_cast<unsigned>(a ^ b); break;
      case Op::Next: out = next(w, a, true); break;
      case Op::StrongNext: out = next(w, a, false); break;
      case Op::Finally: out = until(full, a); break;
      case Op::Globally: out = ~until(full, ~static_cast<unsigned>(a) & full); break;
      case Op::Until: out = until(a, b); break;
      case Op::Release: out = ~until(~static_cast<unsigned>(a) & full, ~static_cast<unsigned>(b) & full); break;
      case Op::WeakUntil: out = until(a, b) | (~until(full, ~static_cast<unsigned>(a) & full)); break;
      case Op::StrongRelease: out = until(b, a & b); break;
    }
    result[w] = static_cast<std::uint8_t>(out & full);
  }
  return result;
}

ValuedWord WordOracle::word(std::size_t w) const {
  ValuedWord result;
  result.atoms = atoms_;
  result.cycle_start = words_[w].cycle_start;
  if (words_[w].lambda) return result;
  for (const Letter letter : words_[w].letters) {
    std::vector<bool> values;
    for (std::size_t k = 0; k < atoms_.size(); ++k) values.push_back(((letter >> k) & 1) != 0);
    result.letters.push_back(values);
  }
  return result;
}

std::string WordOracle::difference(Formula f, Formula g) {
  const std::vector<std::uint8_t> left = truth(f);
  const std::vector<std::uint8_t>& right = truth(g);
  for (std::size_t w = 0; w < left.size(); ++w) {
    if (left[w] == right[w]) continue;
    std::string text = words_[w].lambda ? "λ" : "";
    for (std::size_t i = 0; i < words_[w].letters.size() && !words_[w].lambda; ++i) {
      if (words_[w].cycle_start == i) text += "cycle ";
      text += "{";
      for (std::size_t k = 0; k < atoms_.size(); ++k) {
        if ((words_[w].letters[i] >> k) & 1) text += atoms_[k];
      }
      text += "} ";
    }
    return text;
  }
  return "(none)";
}

}  // namespace weir::test
