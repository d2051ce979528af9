// SPDX-License-Identifier: Apache-2.0
// Normal forms. All passes iterate over subformulas(), operands first; nothing recurses.
#include "formula/rewrite.h"

#include <unordered_map>
#include <vector>

#include "base/assert.h"
#include "formula/regex.h"

namespace weir {
namespace {

Op dual(Op op, Semantics semantics) {
  switch (op) {
    case Op::And: return Op::Or;
    case Op::Or: return Op::And;
    case Op::Next: return semantics == Semantics::Finite ? Op::StrongNext : Op::Next;
    case Op::StrongNext: return Op::Next;
    case Op::Finally: return Op::Globally;
    case Op::Globally: return Op::Finally;
    case Op::Until: return Op::Release;
    case Op::Release: return Op::Until;
    case Op::WeakUntil: return Op::StrongRelease;
    case Op::StrongRelease: return Op::WeakUntil;
    case Op::Yesterday: return Op::WeakYesterday;
    case Op::WeakYesterday: return Op::Yesterday;
    case Op::Once: return Op::Historically;
    case Op::Historically: return Op::Once;
    case Op::Since: return Op::Trigger;
    case Op::Trigger: return Op::Since;
    case Op::SuffixConjunction: return Op::SuffixImplication;
    case Op::SuffixImplication: return Op::SuffixConjunction;
    default: WEIR_ASSERT(false, "an operator with a dual");
  }
}

// The polarities of a subformula that the normal form needs.
struct Polarities {
  bool wanted[2] = {false, false};  // [0] as it is, [1] negated
  Formula result[2] = {Formula::constant(false), Formula::constant(false)};
};

/// Negations of these are kept: past formulas are deterministic, and closures and timed operators have no dual.
bool is_literal(Formula f) {
  return f.is(Op::Atom) || f.is(Op::Closure) || f.is(Op::TimedUntil) || f.is(Op::TimedSince) ||
         (is_past(f.op()) && f.about_past());
}

using PolarityTable = std::unordered_map<Formula, Polarities>;

void want_operands(Formula f, bool negated, PolarityTable& table) {
  const auto want = [&](Formula g, bool negate) { table[g].wanted[negate ? 1 : 0] = true; };
  if (is_literal(f)) return;
  switch (f.op()) {
    case Op::Not: want(f[0], !negated); break;
    case Op::Implies:
      want(f[0], !negated);
      want(f[1], negated);
      break;
    case Op::Xor:
    case Op::Equiv:
      for (const Formula g : f.operands()) {
        want(g, false);
        want(g, true);
      }
      break;
    case Op::SuffixConjunction:
    case Op::SuffixImplication: want(f[0], negated); break;
    default:
      for (const Formula g : f.operands()) want(g, negated);
  }
}

Formula normal_form_of(Formula f, bool negated, Semantics semantics, const PolarityTable& table) {
  const auto get = [&](Formula g, bool negate) { return table.at(g).result[negate ? 1 : 0]; };
  if (is_literal(f)) return negated ? !f : f;
  switch (f.op()) {
    case Op::True:
    case Op::False: return negated ? !f : f;
    case Op::Not: return get(f[0], !negated);
    case Op::Implies: {
      const Formula left = get(f[0], !negated);
      const Formula right = get(f[1], negated);
      return negated ? (left & right) : (left | right);
    }
    case Op::Xor:
    case Op::Equiv: {
      const bool same = f.is(Op::Equiv) != negated;
      const Formula first = get(f[0], false) & get(f[1], !same);
      const Formula second = get(f[0], true) & get(f[1], same);
      return first | second;
    }
    default: break;
  }
  Op op = negated ? dual(f.op(), semantics) : f.op();
  if (op == Op::StrongNext && semantics == Semantics::Infinite) op = Op::Next;
  if (has_regex(op)) return Formula::suffix(op, f.regex(), get(f[0], negated));
  std::vector<Formula> operands;
  for (const Formula g : f.operands()) operands.push_back(get(g, negated));
  if (op == Op::And || op == Op::Or) return Formula::nary(op, std::move(operands));
  return operands.size() == 1 ? Formula::unary(op, operands[0]) : Formula::binary(op, operands[0], operands[1]);
}

}  // namespace

Formula negation_normal_form(Formula f, Semantics semantics) {
  const std::vector<Formula> all = subformulas(f);
  PolarityTable table;
  table[f].wanted[0] = true;
  for (auto g = all.rbegin(); g != all.rend(); ++g) {
    const Polarities own = table[*g];  // by value: the table grows below
    for (const bool negated : {false, true}) {
      if (own.wanted[negated ? 1 : 0]) want_operands(*g, negated, table);
    }
  }
  for (const Formula g : all) {
    Polarities& own = table[g];
    for (const bool negated : {false, true}) {
      if (own.wanted[negated ? 1 : 0]) own.result[negated ? 1 : 0] = normal_form_of(g, negated, semantics, table);
    }
  }
  return table[f].result[0];
}

namespace {

/// Replaces occurrences of `what`, except those below an operator that `keep` selects.
Formula substituted(Formula f, Formula what, Formula replacement, bool (*keep)(Op)) {
  std::unordered_map<Formula, Formula> done;
  for (const Formula g : subformulas(f)) {
    if (g == what || keep(g.op())) {
      done.emplace(g, g == what ? replacement : g);
      continue;
    }
    std::vector<Formula> operands;
    for (const Formula operand : g.operands()) operands.push_back(done.at(operand));
    done.emplace(g, rebuilt(g, std::move(operands)));
  }
  return done.at(f);
}

}  // namespace

Formula substitute(Formula f, Formula what, Formula replacement) {
  return substituted(f, what, replacement, [](Op) { return false; });
}

Formula at_last_position(Formula f) {
  std::unordered_map<Formula, Formula> last;
  for (const Formula g : subformulas(f)) {
    std::vector<Formula> operands;
    for (const Formula operand : g.operands()) operands.push_back(last.at(operand));
    const auto result = [&]() -> Formula {
      switch (g.op()) {
        case Op::Next: return Formula::constant(true);
        case Op::StrongNext: return Formula::constant(false);
        case Op::Finally:
        case Op::Globally: return operands[0];
        case Op::Until:
        case Op::Release: return operands[1];
        case Op::WeakUntil: return operands[0] | operands[1];
        case Op::StrongRelease: return operands[0] & operands[1];
        default: return is_past(g.op()) || has_regex(g.op()) ? g : rebuilt(g, operands);
      }
    }();
    last.emplace(g, result);
  }
  return last.at(f);
}

Formula propagate_constants(Formula f) {
  if (!f.is(Op::And) && !f.is(Op::Or)) return f;
  const Op keeper = f.is(Op::And) ? Op::Globally : Op::Finally;
  const bool value = f.is(Op::And);
  const auto is_literal = [](Formula l) { return l.is(Op::Atom) || (l.is(Op::Not) && l[0].is(Op::Atom)); };
  std::vector<Formula> operands(f.operands().begin(), f.operands().end());
  // An operand used as a premise must be kept: F c | F (c | a) is F c | F a, but not F false | F a.
  std::vector<bool> relied_upon(operands.size(), false);
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Formula owner = operands[k];
    if (!owner.is(keeper)) continue;
    const std::span<const Formula> parts = owner[0].is(f.op()) ? owner[0].operands() : owner.operands();
    for (const Formula literal : parts) {
      if (!is_literal(literal)) continue;
      const Formula atom = literal.is(Op::Not) ? literal[0] : literal;
      const Formula constant = Formula::constant(literal.is(Op::Not) ? !value : value);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i == k || relied_upon[i]) continue;
        // A past formula looks at positions before this one, where the literal may have another value. A closure asks
        // how the word could go on: {true[*]; p} holds even if p never does, {true[*]; false} does not.
        const auto keep = [](Op op) { return is_past(op) || op == Op::Closure; };
        const Formula changed = substituted(operands[i], atom, constant, keep);
        if (changed != operands[i]) relied_upon[k] = true;
        operands[i] = changed;
      }
    }
  }
  return Formula::nary(f.op(), std::move(operands));
}

}  // namespace weir
