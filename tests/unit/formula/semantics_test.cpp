// SPDX-License-Identifier: Apache-2.0
// The reference semantics: by hand on small words, on λ by the report's definition, and compared with the oracle on all
// small words.
#include <gtest/gtest.h>

#include <random>

#include "formula/finite_semantics.h"
#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "oracle/word_oracle.h"
#include "support/print_formula.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

Formula read(const std::string& text) { return *parse_formula(text); }

// "a;ab;;b" over atoms a and b: one letter per part, naming the atoms that hold.
ValuedWord word(const std::string& text, std::optional<std::size_t> cycle_start = std::nullopt) {
  ValuedWord result;
  result.atoms = {"a", "b"};
  result.cycle_start = cycle_start;
  result.letters.push_back({false, false});
  for (const char c : text) {
    if (c == ';') result.letters.push_back({false, false});
    if (c == 'a') result.letters.back()[0] = true;
    if (c == 'b') result.letters.back()[1] = true;
  }
  return result;
}

TEST(FiniteSemanticsTest, ByHand) {
  const auto holds = [](const std::string& f, const std::string& w) { return holds_on_finite(read(f), word(w)); };
  EXPECT_TRUE(holds("a U b", "a;a;b"));
  EXPECT_FALSE(holds("a U b", "a;a;a"));
  EXPECT_TRUE(holds("a W b", "a;a;a"));
  EXPECT_FALSE(holds("a U b", "a;;b"));
  EXPECT_TRUE(holds("X a", "b"));
  EXPECT_FALSE(holds("X[!] a", "b"));
  EXPECT_TRUE(holds("X[!] a", "b;a"));
  EXPECT_FALSE(holds("X a", "b;b"));
  EXPECT_TRUE(holds("G F a", "b;a"));
  EXPECT_FALSE(holds("G F a", "a;b"));
  EXPECT_TRUE(holds("a R b", "b;ab;"));
  EXPECT_TRUE(holds("a R b", "b;b"));
  EXPECT_FALSE(holds("a M b", "b;b"));
  EXPECT_FALSE(holds("a R b", "b;a"));
}

TEST(FiniteSemanticsTest, EmptyWordByTheReportsDefinition) {
  ValuedWord lambda;
  lambda.atoms = {"a", "b"};
  const auto holds = [&](const std::string& f) { return holds_on_finite(read(f), lambda); };
  // (λ,-1) with |λ| = 0.
  EXPECT_TRUE(holds("true"));
  EXPECT_FALSE(holds("a"));
  EXPECT_TRUE(holds("!a"));
  EXPECT_TRUE(holds("X a"));         // i = |σ|-1
  EXPECT_FALSE(holds("X[!] true"));  // !X !true
  EXPECT_FALSE(holds("a U b"));      // j = -1: b is false there
  EXPECT_TRUE(holds("a U !b"));      // j = -1: !b is true there
  EXPECT_FALSE(holds("F a"));
  EXPECT_TRUE(holds("F !a"));
  EXPECT_FALSE(holds("G a"));  // !(true U !a)
  EXPECT_TRUE(holds("G !a"));
  // The report's two formulas: λ is in L(φ1), not in L(φ2).
  EXPECT_TRUE(holds("G (a -> X[!] (!a U b))"));
  EXPECT_FALSE(holds("F a U G b"));
}

TEST(LassoSemanticsTest, ByHand) {
  const auto holds = [](const std::string& f, const std::string& w, std::size_t cycle) {
    return holds_on_lasso(read(f), word(w, cycle));
  };
  EXPECT_TRUE(holds("G F a", "b;a;b", 1));
  EXPECT_FALSE(holds("G F a", "a;b", 1));
  EXPECT_TRUE(holds("F G b", "a;b", 1));
  EXPECT_FALSE(holds("F G b", "a;b", 0));
  EXPECT_TRUE(holds("X X X a", ";a;", 1));  // positions 0 1 2 1
  EXPECT_EQ(holds("X X a", ";a;", 1), false);
  EXPECT_TRUE(holds("X[!] a", ";a", 0));
  EXPECT_FALSE(holds("a U b", "a", 0));
  EXPECT_TRUE(holds("a W b", "a", 0));
  EXPECT_TRUE(holds("a U b", "a;a;b;a", 3));
  EXPECT_FALSE(holds("a M b", "b", 0));
  EXPECT_TRUE(holds("a R b", "b", 0));
}

TEST(LassoSemanticsTest, TimelineTellsEverySubformulaAtEveryPosition) {
  const Timeline timeline = evaluate(read("G (a -> F b)"), word("a;;b;a", 3));
  EXPECT_FALSE(timeline.holds());
  EXPECT_EQ(timeline.row(read("F b")), (std::vector<bool>{true, true, true, false}));
  EXPECT_EQ(timeline.row(read("a -> F b")), (std::vector<bool>{true, true, true, false}));
  EXPECT_EQ(timeline.row(timeline.formula()), (std::vector<bool>{false, false, false, false}));
  EXPECT_EQ(timeline.successor(3), 3U);
  EXPECT_EQ(timeline.successor(0), 1U);
}

// Compares both evaluators with the oracle: random formulas, all small words, all positions.
void compare_with_oracle(WordOracle oracle, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (int n = 0; n < 300; ++n) {
    const Formula f = random_formula(random, 1 + static_cast<std::size_t>(n % 12), {"a", "b"});
    const std::vector<WordOracle::Row> truth = oracle.truth(f);
    for (std::size_t w = static_cast<std::size_t>(n) % 3; w < oracle.words(); w += 3) {
      const ValuedWord valued = oracle.word(w);
      const Timeline timeline = evaluate(f, valued);
      for (std::size_t i = 0; i < timeline.positions(); ++i) {
        ASSERT_EQ(timeline.holds(f, i), ((truth[w] >> i) & 1) != 0) << to_string(f) << " on word " << w << " at " << i;
      }
    }
  }
}

TEST(FiniteSemanticsTest, AgreesWithTheOracle) { compare_with_oracle(WordOracle::finite({"a", "b"}, 4), 11); }
TEST(LassoSemanticsTest, AgreesWithTheOracle) { compare_with_oracle(WordOracle::infinite({"a", "b"}, 2, 2), 12); }

TEST(LassoSemanticsTest, EvaluatesNothingOnceItIsStopped) {
  StopFlag stop;
  EXPECT_TRUE(evaluate(read("F (a | !a)"), word(";b", 0), &stop).holds());
  EXPECT_TRUE(evaluate(read("F (a | !a)"), word(";b"), &stop).holds());
  stop.raise(StopFlag::Reason::Time);
  EXPECT_FALSE(evaluate(read("F (a | !a)"), word(";b", 0), &stop).holds());
  EXPECT_FALSE(evaluate(read("F (a | !a)"), word(";b"), &stop).holds());
}

TEST(LassoSemanticsTest, DepthIsNoProblem) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += i % 2 == 0 ? "X " : "F ";
  EXPECT_TRUE(holds_on_lasso(read(text + "a"), word(";a;b", 1)));
}

}  // namespace
}  // namespace weir::test
