// SPDX-License-Identifier: Apache-2.0
#include "oracle/word_oracle.h"

#include <algorithm>

#include "base/assert.h"

namespace weir::test {

namespace {

constexpr std::size_t kHorizon = 63;  ///< positions on which regular expressions are matched

}  // namespace

WordOracle WordOracle::finite(const std::vector<std::string>& atoms, std::size_t length) {
  WEIR_ASSERT(length <= kHorizon, "one row holds 63 positions and the end");
  WordOracle oracle;
  oracle.atoms_ = atoms;
  oracle.longest_ = length;
  for_each_word(atoms.size(), length, [&](const Word& word) {
    // λ by its definition: evaluated at -1, the last position, where no atom holds (docs/semantics.md).
    oracle.words_.push_back({word.empty() ? Word{0} : word, std::nullopt, word.empty()});
  });
  return oracle;
}

void WordOracle::add_lasso(const LassoWord& lasso, std::size_t rounds) {
  Word letters = lasso.prefix;
  for (std::size_t round = 0; round < rounds; ++round)
    letters.insert(letters.end(), lasso.cycle.begin(), lasso.cycle.end());
  WEIR_ASSERT(letters.size() <= kHorizon, "one row holds 63 positions");
  longest_ = std::max(longest_, letters.size());
  longest_cycle_ = std::max(longest_cycle_, lasso.cycle.size());
  const std::size_t last_round = letters.size() - lasso.cycle.size();
  words_.push_back({std::move(letters), last_round, false, rounds});
}

WordOracle WordOracle::infinite(const std::vector<std::string>& atoms, std::size_t prefix, std::size_t cycle,
                                std::size_t rounds) {
  WordOracle oracle;
  oracle.atoms_ = atoms;
  for_each_lasso(atoms.size(), prefix, cycle, [&](const LassoWord& lasso) { oracle.add_lasso(lasso, rounds); });
  return oracle;
}

WordOracle WordOracle::lassos(const std::vector<std::string>& atoms, const std::vector<LassoWord>& lassos,
                              std::size_t rounds) {
  WordOracle oracle;
  oracle.atoms_ = atoms;
  for (const LassoWord& lasso : lassos) oracle.add_lasso(lasso, rounds);
  return oracle;
}

const RegexAutomaton& WordOracle::automaton(Regex r) { return automata_.try_emplace(r, r, atoms_).first->second; }

/// A run of the automaton of r along a lasso repeats a pair of state and position of the cycle within this many steps.
/// What has not happened until then never happens.
bool WordOracle::can_judge(Formula f) {
  for (const Formula g : subformulas(f)) {
    if (!has_regex(g.op()) || words_.empty() || !words_.front().cycle_start) continue;
    if (longest_ + automaton(g.regex()).states() * longest_cycle_ > kHorizon) return false;
  }
  return true;
}

bool WordOracle::implies(Formula f, Formula g) {
  const std::vector<Row> left = truth(f);
  const std::vector<Row>& right = truth(g);
  for (std::size_t w = 0; w < left.size(); ++w) {
    if ((left[w] & ~right[w]) != 0) return false;
  }
  return true;
}

const std::vector<WordOracle::Row>& WordOracle::truth(Formula f) {
  if (const auto found = truth_.find(f); found != truth_.end()) return found->second;
  for (const Formula g : subformulas(f)) {
    if (truth_.find(g) == truth_.end()) truth_.emplace(g, compute(g));
  }
  return truth_.at(f);
}

WordOracle::Row WordOracle::next(std::size_t w, Row bits, bool at_end) const {
  const Shape& word = words_[w];
  const std::size_t last = word.letters.size() - 1;
  const bool after_last = word.cycle_start ? ((bits >> *word.cycle_start) & 1) != 0 : at_end;
  return (bits >> 1) | (after_last ? Row{1} << last : 0);
}

WordOracle::Row WordOracle::past(std::size_t w, Formula f, Row a, Row b) const {
  const Shape& word = words_[w];
  const auto at = [](Row bits, std::size_t i) { return ((bits >> i) & 1) != 0; };
  Row out = 0;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    bool some = false, every = true, since = false, trigger = true;
    for (std::size_t j = 0; j <= i; ++j) {
      some = some || at(a, j);
      every = every && at(a, j);
      bool a_after = false, not_a_after = false;  // at some k, j < k <= i
      for (std::size_t k = j + 1; k <= i; ++k) {
        a_after = a_after || at(a, k);
        not_a_after = not_a_after || !at(a, k);
      }
      since = since || (at(b, j) && !not_a_after);
      trigger = trigger && (at(b, j) || a_after);
    }
    bool value = false;
    switch (f.op()) {
      case Op::Yesterday: value = i > 0 && at(a, i - 1); break;
      case Op::WeakYesterday: value = i == 0 || at(a, i - 1); break;
      case Op::Once: value = some; break;
      case Op::Historically: value = every; break;
      case Op::Since: value = since; break;
      default: value = trigger; break;
    }
    if (value) out |= Row{1} << i;
  }
  if (word.cycle_start) {
    WEIR_ASSERT(word.rounds >= 2, "past operators need several rounds of the cycle");
    const std::size_t length = word.letters.size() - *word.cycle_start;
    for (std::size_t i = *word.cycle_start; i < word.letters.size(); ++i)
      WEIR_ASSERT(at(out, i) == at(out, i - length), "past formulas have become periodic");
  }
  return out;
}

std::size_t WordOracle::place(const Shape& word, std::size_t position) const {
  if (position < word.letters.size()) return position;
  return *word.cycle_start + (position - *word.cycle_start) % (word.letters.size() - *word.cycle_start);
}

WordOracle::Row WordOracle::with_regex(std::size_t w, Formula f) {
  const Shape& word = words_[w];
  const std::size_t horizon = word.cycle_start ? kHorizon : word.letters.size();
  RegexMatches matches(horizon, [&](Formula letter) {
    Row bits = 0;
    for (std::size_t i = 0; i < horizon; ++i)
      if (holds_at(letter, word.letters[place(word, i)], atoms_)) bits |= Row{1} << i;
    return bits;
  });
  const Regex r = f.regex();
  Row out = 0;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    const Row ends = matches.ends(r, i);
    bool value = false;
    if (f.is(Op::Closure)) {
      const RegexAutomaton& extensions = automaton(r);
      std::uint32_t state = extensions.initial();
      for (std::size_t j = i; j < horizon; ++j) {
        state = extensions.next(state, word.letters[place(word, j)]);
        value = value || ((ends >> (j + 1)) & 1) != 0;
      }
      value = value || state != 0;
    } else {
      const bool conjunction = f.is(Op::SuffixConjunction);
      value = !conjunction;
      const Row suffix = truth_.at(f[0])[w];
      for (std::size_t j = i; j < horizon; ++j)
        if (((ends >> (j + 1)) & 1) != 0 && (((suffix >> place(word, j)) & 1) != 0) == conjunction) value = conjunction;
    }
    if (value) out |= Row{1} << i;
  }
  return out;
}

std::vector<WordOracle::Row> WordOracle::compute(Formula f) {
  std::vector<Row> result(words_.size());
  std::vector<const std::vector<Row>*> operands;
  for (const Formula g : f.operands()) operands.push_back(&truth_.at(g));
  for (std::size_t w = 0; w < words_.size(); ++w) {
    const Word& letters = words_[w].letters;
    const Row full = (Row{1} << letters.size()) - 1;
    const Row a = operands.empty() ? 0 : (*operands.front())[w];
    const Row b = operands.empty() ? 0 : (*operands.back())[w];
    // Whether a position that satisfies `goal` is reachable and all positions before it satisfy `path`; after k
    // iterations, within k steps.
    const auto until = [&](Row path, Row goal) {
      Row u = 0;
      for (std::size_t k = 0; k <= letters.size(); ++k) u = goal | (path & next(w, u, false));
      return u;
    };
    Row out = 0;
    switch (f.op()) {
      case Op::False: out = 0; break;
      case Op::True: out = full; break;
      case Op::Atom: {
        const auto k = std::find(atoms_.begin(), atoms_.end(), f.name()) - atoms_.begin();
        for (std::size_t i = 0; i < letters.size(); ++i) out |= ((letters[i] >> k) & 1) << i;
        break;
      }
      case Op::Not: out = ~a; break;
      case Op::And:
        out = full;
        for (const auto* operand : operands) out &= (*operand)[w];
        break;
      case Op::Or:
        for (const auto* operand : operands) out |= (*operand)[w];
        break;
      case Op::Xor: out = a ^ b; break;
      case Op::Implies: out = ~a | b; break;
      case Op::Equiv: out = ~(a ^ b); break;
      case Op::Next: out = next(w, a, true); break;
      case Op::StrongNext: out = next(w, a, false); break;
      case Op::Finally: out = until(full, a); break;
      case Op::Globally: out = ~until(full, ~a & full); break;
      case Op::Until: out = until(a, b); break;
      case Op::Release: out = ~until(~a & full, ~b & full); break;
      case Op::WeakUntil: out = until(a, b) | (~until(full, ~a & full)); break;
      case Op::StrongRelease: out = until(b, a & b); break;
      case Op::Yesterday:
      case Op::WeakYesterday:
      case Op::Once:
      case Op::Historically:
      case Op::Since:
      case Op::Trigger: out = past(w, f, a, b); break;
      case Op::Closure:
      case Op::SuffixConjunction:
      case Op::SuffixImplication: out = with_regex(w, f); break;
      case Op::TimedUntil:
      case Op::TimedSince: WEIR_ASSERT(false, "words without time stamps");
    }
    result[w] = out & full;
  }
  return result;
}

ValuedWord WordOracle::word(std::size_t w) const {
  ValuedWord result;
  result.atoms = atoms_;
  const Shape& shape = words_[w];
  if (shape.lambda) return result;
  std::size_t length = shape.letters.size();
  if (shape.cycle_start) {  // the first round only
    length -= (shape.rounds - 1) * (shape.letters.size() - *shape.cycle_start);
    result.cycle_start = *shape.cycle_start - (shape.letters.size() - length);
  }
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<bool> values;
    for (std::size_t k = 0; k < atoms_.size(); ++k) values.push_back(((shape.letters[i] >> k) & 1) != 0);
    result.letters.push_back(values);
  }
  return result;
}

std::string WordOracle::difference(Formula f, Formula g) {
  const std::vector<Row> left = truth(f);
  const std::vector<Row>& right = truth(g);
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
