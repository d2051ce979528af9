// SPDX-License-Identifier: Apache-2.0
// The engine of simplify(): passes over the subformulas, operands first, applying the rules of each operator until none
// matches. A rule may leave work inside its result for the next pass. Passes end at a fixpoint, or at a limit that
// guards against cyclic rules and is never reached in the tests.
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <weir/catalogue.h>

#include "base/assert.h"
#include "formula/parser.h"
#include "formula/pattern.h"
#include "formula/regex_rewrite.h"
#include "formula/rewrite.h"
#include "formula/syntactic.h"

namespace weir {
namespace {

constexpr int kMaxPasses = 60;
constexpr int kMaxPassesIfHuge = 3;
constexpr int kMaxStepsPerNode = 200;
// Pairs of operands are tried, which is quadratic: very wide & and | use only the rules without a side condition.
constexpr std::size_t kMaxWidthForConditions = 48;
// Rules that copy a subformula are limited to formulas of this size.
constexpr std::size_t kMaxSizeToCopy = 200;
// Conditions and contexts traverse the operands each time. Beyond this size only rules that inspect the root are tried,
// without iterating to the fixpoint, which keeps very deep formulas linear.
constexpr std::size_t kMaxSizeToSearch = 2000;

struct CompiledRule {
  Formula left;
  Formula right;
  bool conditional;
  Formula premise;          // of the condition
  Formula conclusion;       // of the condition
  std::uint32_t operators;  // one bit per Op that some operand of an & or | must have; 0 for other roots
};

std::uint32_t bit(Op op) { return 1U << static_cast<unsigned>(op); }

std::uint32_t operand_operators(Formula f) {
  std::uint32_t result = 0;
  for (const Formula g : f.operands()) result |= bit(g.op());
  return result;
}

using RulesByOperator = std::array<std::vector<CompiledRule>, kOpCount>;

RulesByOperator compile(Semantics semantics, SimplifyLevel level) {
  RulesByOperator result;
  const auto read = [](const char* text) {
    auto f = parse_formula(text);
    WEIR_ASSERT(f.has_value(), "the rules are well-formed");
    return *f;
  };
  for (const RewriteRule& rule : rewrite_rules()) {
    if (rule.level > level) continue;
    if (rule.words == RewriteRule::Words::Infinite && semantics != Semantics::Infinite) continue;
    if (rule.words == RewriteRule::Words::Finite && semantics != Semantics::Finite) continue;
    const Formula left = read(rule.left);
    const bool conditional = *rule.condition != '\0';
    const Formula condition = conditional ? read(rule.condition) : Formula::constant(true);
    const bool nary = left.is(Op::And) || left.is(Op::Or);
    result[static_cast<std::size_t>(left.op())].push_back(
        {left, read(rule.right), conditional, conditional ? condition[0] : condition,
         conditional ? condition[1] : condition, nary ? operand_operators(left) & ~bit(Op::Atom) : 0});
  }
  return result;
}

const RulesByOperator& rules_for(Semantics semantics, SimplifyLevel level) {
  static const RulesByOperator tables[2][2] = {
      {compile(Semantics::Infinite, SimplifyLevel::Low), compile(Semantics::Infinite, SimplifyLevel::High)},
      {compile(Semantics::Finite, SimplifyLevel::Low), compile(Semantics::Finite, SimplifyLevel::High)}};
  return tables[semantics == Semantics::Finite ? 1 : 0][level == SimplifyLevel::High ? 1 : 0];
}

class Simplifier {
 public:
  Simplifier(Semantics semantics, SimplifyLevel level, const StopFlag* stop)
      : semantics_(semantics), level_(level), rules_(rules_for(semantics, level)), facts_(semantics), stop_(stop) {}

  Formula run(Formula f) {
    const int passes = f.size() > kMaxSizeToSearch ? kMaxPassesIfHuge : kMaxPasses;
    for (int pass = 0; pass < passes; ++pass) {
      const Formula g = one_pass(f);
      if (g == f || stopped()) return g;
      f = g;
    }
    return f;
  }

 private:
  Formula one_pass(Formula f) {
    std::unordered_map<Formula, Formula> done;
    for (const Formula g : subformulas(f)) {
      std::vector<Formula> operands;
      bool changed = false;
      for (const Formula operand : g.operands()) {
        operands.push_back(done.at(operand));
        changed = changed || operands.back() != operand;
      }
      Formula h = changed ? rebuilt(g, std::move(operands)) : g;
      if (!stopped() && stable_.find(h) == stable_.end()) {
        const Formula start = h;
        for (int step = 0; step < kMaxStepsPerNode && !stopped(); ++step) {
          const Formula next = rewrite_root(h);
          if (next == h) break;
          h = next;
        }
        if (h == start && !changed) stable_.insert(h);
      }
      done.emplace(g, h);
    }
    return done.at(f);
  }

  bool stopped() const { return stop_ != nullptr && stop_->raised(); }

  Formula rewrite_root(Formula f) {
    const bool huge = f.size() > kMaxSizeToSearch;
    if (level_ == SimplifyLevel::High && !huge) {
      if (const Formula g = rewrite_specially(f); g != f) return g;
    }
    const bool nary = f.is(Op::And) || f.is(Op::Or);
    const bool wide = nary && f.operands().size() > kMaxWidthForConditions;
    const std::uint32_t present = nary ? operand_operators(f) : 0;
    for (const CompiledRule& rule : rules_[static_cast<std::size_t>(f.op())]) {
      if ((rule.operators & ~present) != 0 || ((wide || huge) && rule.conditional)) continue;
      if (const Formula g = apply(rule, f); g != f) return g;
    }
    return f;
  }

  Formula rewrite_specially(Formula f) {
    if (semantics_ == Semantics::Finite && f.is(Op::Globally) && f[0].is(Op::Finally)) {
      return Formula::unary(Op::Globally, Formula::unary(Op::Finally, at_last_position(f[0][0])));
    }
    if ((f.is(Op::And) || f.is(Op::Or)) && f.operands().size() <= kMaxWidthForConditions) return propagate_constants(f);
    return f;
  }

  Formula apply(const CompiledRule& rule, Formula f) {
    Bindings bindings;
    std::vector<Formula> unmatched;
    Formula replacement = f;
    const auto accept = [&](const Bindings& found) {
      if (rule.conditional && !condition_holds(rule, found)) return false;
      replacement = instantiate(rule.right, found);
      return true;
    };
    if (!match_pattern(rule.left, f, facts_, unmatched, bindings, accept)) return f;
    if (!unmatched.empty()) {
      unmatched.push_back(replacement);
      replacement = Formula::nary(f.op(), std::move(unmatched));
    }
    if (replacement.size() > f.size() && f.size() > kMaxSizeToCopy) return f;
    return replacement;
  }

  bool condition_holds(const CompiledRule& rule, const Bindings& bindings) {
    return facts_.implies(normal(instantiate(rule.premise, bindings)), normal(instantiate(rule.conclusion, bindings)));
  }

  /// Operands are in normal form, except for the negations that a condition adds.
  Formula normal(Formula f) {
    if (!f.is(Op::Not) || f[0].is(Op::Atom)) return f;
    const auto [entry, added] = negations_.try_emplace(f, f);
    if (added) entry->second = negation_normal_form(f, semantics_);
    return entry->second;
  }

  Semantics semantics_;
  SimplifyLevel level_;
  const RulesByOperator& rules_;
  SyntacticFacts facts_;
  std::unordered_map<Formula, Formula> negations_;
  std::unordered_set<Formula> stable_;
  const StopFlag* stop_;
};

}  // namespace

template <>
std::span<const Choice<SimplifyLevel>> choices() {
  static constexpr Choice<SimplifyLevel> kRows[] = {
      {SimplifyLevel::None, "none", "the automaton as constructed"},
      {SimplifyLevel::Low, "low", "cheap simplifications"},
      {SimplifyLevel::High, "high", "all simplifications, for the smallest automaton"},
  };
  return kRows;
}

Formula simplify(Formula f, Semantics semantics, SimplifyLevel level, const StopFlag* stop) {
  if (level == SimplifyLevel::None) return f;
  return Simplifier(semantics, level, stop).run(negation_normal_form(without_simple_regexes(f), semantics));
}

}  // namespace weir
