// SPDX-License-Identifier: Apache-2.0
// Formulas with a regular expression. Formulas contain expressions and expressions contain formulas; the table of
// formulas knows an expression only by its identity.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/assert.h"
#include "formula/formula.h"
#include "formula/regex.h"

namespace weir {

Formula Formula::closure(Regex r) {
  if (r.is(Regex::Kind::Nothing) || r.is(Regex::Kind::EmptyWord)) return constant(false);
  if (r.is(Regex::Kind::OneLetter)) return r.letter();
  return with_regex(Op::Closure, r.identity(), r.size(), letters_of(r));
}

Formula Formula::suffix(Op op, Regex r, Formula f) {
  WEIR_ASSERT(op == Op::SuffixConjunction || op == Op::SuffixImplication,
              "an operator with an expression and a suffix");
  const bool conjunction = op == Op::SuffixConjunction;
  if (r.is(Regex::Kind::Nothing) || r.is(Regex::Kind::EmptyWord)) return constant(!conjunction);
  if (f == constant(!conjunction)) return f;
  if (r.is(Regex::Kind::OneLetter))
    return conjunction ? nary(Op::And, {r.letter(), f}) : nary(Op::Or, {!r.letter(), f});
  std::vector<Formula> operands = letters_of(r);
  operands.insert(operands.begin(), f);
  return with_regex(op, r.identity(), r.size(), std::move(operands));
}

Regex Formula::regex() const {
  WEIR_ASSERT(regex_identity() != nullptr, "an operator with a regular expression");
  return Regex::from(regex_identity());
}

Formula rebuilt(Formula like, std::vector<Formula> operands) {
  if (operands.empty()) return like;
  switch (like.op()) {
    case Op::And:
    case Op::Or: return Formula::nary(like.op(), std::move(operands));
    case Op::TimedUntil:
    case Op::TimedSince: return Formula::timed(like.op(), like.bounds(), operands[0], operands[1]);
    case Op::Closure:
    case Op::SuffixConjunction:
    case Op::SuffixImplication: {
      const Regex r = map_letters(like.regex(), [&](Formula letter) {
        const auto before = like.operands();
        const std::size_t first = like.is(Op::Closure) ? 0 : 1;  // a suffix formula may equal a letter
        const auto found = std::find(before.begin() + static_cast<std::ptrdiff_t>(first), before.end(), letter);
        return operands[static_cast<std::size_t>(found - before.begin())];
      });
      return like.is(Op::Closure) ? Formula::closure(r) : Formula::suffix(like.op(), r, operands[0]);
    }
    default:
      return operands.size() == 1 ? Formula::unary(like.op(), operands[0])
                                  : Formula::binary(like.op(), operands[0], operands[1]);
  }
}

}  // namespace weir
