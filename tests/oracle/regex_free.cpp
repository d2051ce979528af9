// SPDX-License-Identifier: Apache-2.0
#include "oracle/regex_free.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "base/assert.h"
#include "formula/regex.h"

namespace weir::test {
namespace {

using Kind = Regex::Kind;

bool is_any_number_of_letters(Regex r) {
  return r.is(Kind::Repetition) && r.most() == Regex::kUnbounded && r[0].is(Kind::OneLetter);
}

/// The alternatives of a bounded repetition: i copies to j copies.
std::vector<std::vector<Regex>> copies(Regex r) {
  std::vector<std::vector<Regex>> result;
  for (std::uint32_t n = r.least(); n <= r.most(); ++n) result.emplace_back(n, r[0]);
  return result;
}

/// A word of the parts, one after the other, and then g. Expressions in tests are small: this recurses.
Formula followed_by(std::vector<Regex> parts, Formula g) {
  if (parts.empty()) return g;
  const Regex last = parts.back();
  parts.pop_back();
  const auto continued = [&](Formula h) { return followed_by(parts, h); };
  switch (last.kind()) {
    case Kind::Nothing: return Formula::constant(false);
    case Kind::EmptyWord: return continued(g);
    case Kind::OneLetter: return continued(last.letter() & Formula::unary(Op::StrongNext, g));
    case Kind::Concatenation: {
      parts.insert(parts.end(), last.operands().begin(), last.operands().end());
      return followed_by(std::move(parts), g);
    }
    case Kind::Union: {
      std::vector<Formula> alternatives;
      for (const Regex part : last.operands()) alternatives.push_back(followed_by({part}, g));
      return continued(Formula::nary(Op::Or, std::move(alternatives)));
    }
    case Kind::Repetition: {
      if (is_any_number_of_letters(last)) {
        Formula result = Formula::binary(Op::Until, last[0].letter(), g);
        for (std::uint32_t i = 0; i < last.least(); ++i)
          result = last[0].letter() & Formula::unary(Op::StrongNext, result);
        return continued(result);
      }
      std::vector<Formula> alternatives;
      for (const std::vector<Regex>& list : copies(last)) alternatives.push_back(followed_by(list, g));
      return continued(Formula::nary(Op::Or, std::move(alternatives)));
    }
    default: WEIR_ASSERT(false, "can_be_regex_free() says what is known");
  }
}

/// A word of the parts with at least one letter, at whose last position f holds.
Formula ending_with(std::vector<Regex> parts, Formula f) {
  if (parts.empty()) return Formula::constant(false);
  const Regex last = parts.back();
  parts.pop_back();
  std::vector<Formula> alternatives;
  if (last.accepts_empty_word()) alternatives.push_back(ending_with(parts, f));
  switch (last.kind()) {
    case Kind::Nothing:
    case Kind::EmptyWord: break;
    case Kind::OneLetter: alternatives.push_back(followed_by(parts, last.letter() & f)); break;
    case Kind::Concatenation: {
      parts.insert(parts.end(), last.operands().begin(), last.operands().end());
      return ending_with(std::move(parts), f);
    }
    case Kind::Union:
      for (const Regex part : last.operands()) {
        std::vector<Regex> list = parts;
        list.push_back(part);
        alternatives.push_back(ending_with(std::move(list), f));
      }
      break;
    case Kind::Repetition:
      if (is_any_number_of_letters(last)) {
        const Formula b = last[0].letter();
        Formula result = Formula::binary(Op::Until, b, b & f);
        for (std::uint32_t i = 1; i < last.least(); ++i) result = b & Formula::unary(Op::StrongNext, result);
        alternatives.push_back(followed_by(parts, result));
      } else {
        for (const std::vector<Regex>& copied : copies(last)) {
          std::vector<Regex> list = parts;
          list.insert(list.end(), copied.begin(), copied.end());
          alternatives.push_back(ending_with(std::move(list), f));
        }
      }
      break;
    default: WEIR_ASSERT(false, "can_be_regex_free() says what is known");
  }
  return Formula::nary(Op::Or, std::move(alternatives));
}

}  // namespace

bool can_be_regex_free(Formula f) {
  for (const Formula g : subformulas(f)) {
    if (g.is(Op::Closure)) return false;
    if (!has_regex(g.op())) continue;
    for (const Regex r : subexpressions(g.regex())) {
      const bool known = r.kind() <= Kind::Concatenation || r.is(Kind::Union) || r.is(Kind::Repetition);
      if (!known || (r.is(Kind::Repetition) && !is_any_number_of_letters(r) && r.most() > 3)) return false;
    }
  }
  return true;
}

Formula regex_free(Formula f) {
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : subformulas(f)) {
    if (has_regex(g.op())) {
      const Formula suffix = done.at(g[0]);
      done.emplace(g,
                   g.is(Op::SuffixConjunction) ? ending_with({g.regex()}, suffix) : !ending_with({g.regex()}, !suffix));
      continue;
    }
    std::vector<Formula> operands;
    for (const Formula operand : g.operands()) operands.push_back(done.at(operand));
    done.emplace(g, rebuilt(g, std::move(operands)));
  }
  return done.at(f);
}

}  // namespace weir::test
