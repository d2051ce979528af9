// SPDX-License-Identifier: Apache-2.0
// Every row of the table of simplifications is checked on all small words of the kind it claims, with all fitting small
// formulas for its variables. A row that claims one kind of word is shown to be wrong on the other. Then the engine as
// a whole: simplifying all small formulas, and random larger ones, keeps their meaning.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "formula/parser.h"
#include "formula/pattern.h"
#include "formula/rewrite.h"
#include "formula/syntactic.h"
#include "oracle/word_oracle.h"
#include "support/print_formula.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {
const std::vector<std::string> kAtoms = {"a", "b"};

WordOracle words_of(Semantics semantics, std::size_t scale = 2) {
  return semantics == Semantics::Finite ? WordOracle::finite(kAtoms, scale + 1)
                                        : WordOracle::infinite(kAtoms, scale, scale, 6);
}

Formula read(const std::string& text) { return *parse_formula(text); }

bool has_operator(Formula f, Op op) {
  for (const Formula g : subformulas(f)) {
    if (g.is(op)) return true;
  }
  return false;
}

// Formulas to substitute for variables: enough to break a wrong rule.
struct Instances {
  std::vector<Formula> any, eventual, universal, both;
};

Instances instances(Semantics semantics) {
  Instances result;
  SyntacticFacts facts(semantics);
  for (const char* text :
       {"a",     "b",     "!a",    "false", "true",    "a & b",     "a | !b", "X a", "X[!] b", "F b",  "G a",
        "a U b", "b R a", "F G a", "G F b", "X false", "X[!] true", "Y a",    "Z b", "O a",    "b S a"}) {
    result.any.push_back(read(text));
  }
  for (const Formula f : all_formulas(3, {"a", "b"},
                                      {{Op::Not, Op::Next, Op::StrongNext, Op::Finally, Op::Globally},
                                       {Op::And, Op::Until, Op::Release},
                                       false})) {
    if (f.size() < 2) continue;
    const Formula g = negation_normal_form(f, semantics);
    const bool eventual = facts.eventual(g);
    const bool universal = facts.universal(g);
    if (eventual && universal) result.both.push_back(g);
    if (eventual) result.eventual.push_back(g);
    if (universal) result.universal.push_back(g);
  }
  for (auto* list : {&result.eventual, &result.universal, &result.both}) {
    if (list->size() > 16) list->erase(list->begin() + 16, list->end());
  }
  result.both.push_back(read("G F (a & b)"));
  result.both.push_back(read("F G (a | b)"));
  return result;
}

// Calls `visit` for many instances of the rule whose condition holds on all words; stops when it returns false. Returns
// the number of instances.
std::size_t for_instances(const RewriteRule& rule, Semantics semantics, WordOracle& words, std::mt19937_64& random,
                          const std::function<bool(Formula, Formula)>& visit) {
  const Instances pool = instances(semantics);
  const Formula left = read(rule.left);
  const Formula right = read(rule.right);
  const bool conditional = *rule.condition != '\0';
  const Formula condition = conditional ? read(rule.condition) : Formula::constant(true);
  const std::vector<std::string> variables = atoms(left);
  std::size_t count = 0;
  const auto choices = [&](const std::string& variable) -> const std::vector<Formula>& {
    switch (variable.front()) {
      case 'e': return pool.eventual;
      case 'u': return pool.universal;
      case 'q': return pool.both;
      default: return pool.any;
    }
  };
  std::size_t combinations = 1;
  for (const std::string& variable : variables) combinations *= choices(variable).size();
  // All combinations if there are few; otherwise a random selection.
  const std::size_t tries = std::min<std::size_t>(combinations, 2500);
  for (std::size_t n = 0; n < tries; ++n) {
    std::size_t code = tries == combinations ? n : random() % combinations;
    Bindings bindings;
    for (const std::string& variable : variables) {
      const auto& list = choices(variable);
      bindings.set(Formula::atom(variable), list[code % list.size()]);
      code /= list.size();
    }
    if (conditional) {
      const Formula premise = instantiate(condition[0], bindings);
      const Formula conclusion = instantiate(condition[1], bindings);
      if (!words.implies(premise, conclusion)) continue;
    }
    ++count;
    if (!visit(instantiate(left, bindings), instantiate(right, bindings))) break;
  }
  return count;
}

TEST(RewriteRulesTest, EveryRowIsValidOnTheWordsItClaims) {
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    WordOracle words = words_of(semantics);
    std::mt19937_64 random(7);
    for (const RewriteRule& rule : rewrite_rules()) {
      if (rule.words == RewriteRule::Words::Infinite && semantics == Semantics::Finite) continue;
      if (rule.words == RewriteRule::Words::Finite && semantics == Semantics::Infinite) continue;
      const std::size_t count = for_instances(rule, semantics, words, random, [&](Formula left, Formula right) {
        const bool same = words.equivalent(left, right);
        EXPECT_TRUE(same) << rule.name << ": " << to_string(left) << " is not " << to_string(right) << " on "
                          << words.difference(left, right);
        return same;
      });
      EXPECT_GT(count, 0U) << rule.name << " was never tried";
    }
  }
}

TEST(RewriteRulesTest, RowsForOneKindOfWordAreWrongOnTheOther) {
  for (const RewriteRule& rule : rewrite_rules()) {
    if (rule.words == RewriteRule::Words::Both) continue;
    const Semantics other = rule.words == RewriteRule::Words::Infinite ? Semantics::Finite : Semantics::Infinite;
    WordOracle words = words_of(other);
    std::mt19937_64 random(8);
    bool wrong = false;
    for_instances(rule, other, words, random, [&](Formula left, Formula right) {
      wrong = !words.equivalent(left, right);
      return !wrong;
    });
    EXPECT_TRUE(wrong) << rule.name << " seems to be valid on both kinds of words";
  }
}

TEST(RewriteRulesTest, NegationNormalFormKeepsTheMeaning) {
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    WordOracle words = words_of(semantics);
    for (const Formula f : all_formulas(4, {"a", "b"})) {
      const Formula g = negation_normal_form(f, semantics);
      ASSERT_TRUE(words.equivalent(f, g))
          << to_string(f) << " and " << to_string(g) << " on " << words.difference(f, g);
      ASSERT_TRUE(words.equivalent(!f, negation_normal_form(!f, semantics))) << to_string(!f);
      for (const Formula h : subformulas(g)) {
        ASSERT_FALSE(h.is(Op::Implies) || h.is(Op::Equiv) || h.is(Op::Xor) || (h.is(Op::Not) && !h[0].is(Op::Atom)));
      }
      ASSERT_FALSE(semantics == Semantics::Infinite && has_operator(g, Op::StrongNext));
    }
  }
}

TEST(RewriteRulesTest, EventualAndUniversalAreWhatTheySay) {
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    WordOracle words = words_of(semantics);
    SyntacticFacts facts(semantics);
    const Op next = Op::Next;
    std::size_t eventual = 0, universal = 0;
    for (const Formula f : all_formulas(4, {"a", "b"})) {
      const Formula g = negation_normal_form(f, semantics);
      // Eventual: X[!] g -> g everywhere. Universal: g -> X g everywhere.
      if (facts.eventual(g)) {
        ++eventual;
        ASSERT_TRUE(words.implies(Formula::unary(Op::StrongNext, g), g)) << to_string(g);
      }
      if (facts.universal(g)) {
        ++universal;
        ASSERT_TRUE(words.implies(g, Formula::unary(next, g))) << to_string(g);
      }
    }
    EXPECT_GT(eventual, 100U);
    EXPECT_GT(universal, 100U);
  }
}

TEST(RewriteRulesTest, SyntacticImplicationIsSound) {
  const RandomOps ops = {{Op::Not, Op::Next, Op::StrongNext, Op::Finally, Op::Globally},
                         {Op::And, Op::Or, Op::Until, Op::Release, Op::WeakUntil, Op::StrongRelease},
                         true};
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    WordOracle words = words_of(semantics);
    SyntacticFacts facts(semantics);
    std::vector<Formula> formulas;
    for (const Formula f : all_formulas(3, {"a", "b"}, ops)) formulas.push_back(negation_normal_form(f, semantics));
    std::mt19937_64 random(9);
    for (int i = 0; i < 400; ++i) {
      formulas.push_back(negation_normal_form(random_formula(random, 6, kAtoms, ops), semantics));
    }
    std::size_t seen = 0, true_ones = 0;
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      for (std::size_t j = i % 3; j < formulas.size(); j += 3) {
        const bool really = words.implies(formulas[i], formulas[j]);
        true_ones += really ? 1 : 0;
        if (!facts.implies(formulas[i], formulas[j])) continue;
        ++seen;
        ASSERT_TRUE(really) << to_string(formulas[i]) << " does not imply " << to_string(formulas[j]);
      }
    }
    // The check is incomplete, but must recognise more than half.
    EXPECT_GT(seen * 2, true_ones) << seen << " of " << true_ones;
  }
}

void check_simplify(Formula f, Semantics semantics, WordOracle& words) {
  for (const SimplifyLevel level : {SimplifyLevel::Low, SimplifyLevel::High}) {
    const Formula g = simplify(f, semantics, level);
    const auto wrong = [&](Formula h) { return !words.equivalent(h, simplify(h, semantics, level)); };
    if (wrong(f)) {
      const Formula small = shrink(f, wrong);
      const Formula result = simplify(small, semantics, level);
      FAIL() << to_string(f) << "; smaller: " << to_string(small) << " became " << to_string(result) << " on "
             << words.difference(small, result);
    }
    ASSERT_EQ(simplify(g, semantics, level), g) << to_string(f) << " is not finished in one go";
  }
}

TEST(RewriteRulesTest, SimplifyKeepsTheMeaningOfAllSmallFormulas) {
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    WordOracle words = words_of(semantics);
    const RandomOps ops = {{Op::Next, Op::StrongNext, Op::Finally, Op::Globally},
                           {Op::And, Op::Or, Op::Until, Op::Release, Op::WeakUntil, Op::StrongRelease},
                           false};
    for (const Formula f : all_formulas(5, {"a", "b"}, ops)) {
      check_simplify(f, semantics, words);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(RewriteRulesTest, SimplifyKeepsTheMeaningOfRandomFormulas) {
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    std::mt19937_64 random(20261116);
    for (int round = 0; round < 15; ++round) {
      const std::vector<std::string> three = {"a", "b", "c"};
      WordOracle words =
          semantics == Semantics::Finite ? WordOracle::finite(three, 3) : WordOracle::infinite(three, 1, 2);
      for (int i = 0; i < 100; ++i) {
        check_simplify(random_formula(random, 5 + static_cast<std::size_t>(i % 20), three), semantics, words);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace weir::test
