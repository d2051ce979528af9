// SPDX-License-Identifier: Apache-2.0
#include "formula/explain.h"

#include <gtest/gtest.h>

#include <random>

#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "oracle/word_oracle.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

Formula read(const std::string& text) { return *parse_formula(text); }

// "a;ab;" over the atoms a, b, c: one letter per part.
Timeline timeline(const std::string& f, const std::string& text,
                  std::optional<std::size_t> cycle_start = std::nullopt) {
  ValuedWord word;
  word.atoms = {"a", "b", "c"};
  word.cycle_start = cycle_start;
  word.letters.push_back({false, false, false});
  for (const char c : text) {
    if (c == ';')
      word.letters.push_back({false, false, false});
    else
      word.letters.back()[static_cast<std::size_t>(c - 'a')] = true;
  }
  return evaluate(read(f), word);
}

TEST(FormulaExplainTest, OneSentenceSaysWhy) {
  struct Case {
    const char* formula;
    const char* word;
    std::optional<std::size_t> cycle;
    const char* sentence;
  };
  for (const Case& c : {
           Case{"G (a -> F b)", ";;b;a;;", 4, "at step 4 a holds, and b never holds afterwards"},
           Case{"G !a", ";;a", 1, "at step 3 a holds"},
           Case{"a U b", "a;a;;b", 3, "at step 3 a does not hold, before b has held"},
           Case{"a U b", "a;a;a", 2, "b never holds"},
           Case{"F G a", "a;;a", 0, "at step 2 a does not hold, and this repeats for ever"},
           Case{"G F a", "a;;", 2, "from step 2 on a never holds"},
           Case{"a R b", "b;b;;a", 3, "at step 3 b does not hold, and a has not held before"},
           Case{"a M b", "b;b", 0, "a never holds"},
           Case{"X[!] a", "a", std::nullopt, "step 1 is the last"},
           Case{"F a | G b", ";b;", 2, "a never holds, and at step 1 b does not hold"},
           Case{"!(a U b)", "a;b", 1, "at step 2 b holds"},
           Case{"G (a -> X c)", "a;c;a;", 3, "at step 3 a holds, and at step 4 c does not hold"},
       }) {
    const Timeline t = timeline(c.formula, c.word, c.cycle);
    ASSERT_FALSE(t.holds()) << c.formula;
    EXPECT_EQ(explain_failure(t), to_string(t.formula()) + " fails: " + c.sentence);
  }
  EXPECT_EQ(explain_failure(timeline("F a", ";a")), "F a holds on this word");
}

TEST(FormulaExplainTest, English) {
  EXPECT_EQ(in_english(read("G (req -> F ack)")), "whenever req holds, ack holds at the same or some later moment");
  EXPECT_EQ(in_english(read("G !error")), "error never holds");
  EXPECT_EQ(in_english(read("G F a")), "a holds again and again");
  EXPECT_EQ(in_english(read("G F a"), Semantics::Finite), "at the last moment a holds");
  EXPECT_EQ(in_english(read("F G a")), "from some moment on, a holds for ever");
  EXPECT_EQ(in_english(read("a U b")), "a holds until b holds, which must happen");
  EXPECT_EQ(in_english(read("X[!] a"), Semantics::Finite), "there is a next moment, and a holds at it");
}

TEST(FormulaExplainTest, RandomFormulasHaveAnExplanation) {
  std::mt19937_64 random(3);
  const auto finite = WordOracle::finite({"a", "b"}, 3);
  const auto infinite = WordOracle::infinite({"a", "b"}, 2, 2);
  for (int n = 0; n < 1500; ++n) {
    const Formula f = random_formula(random, 2 + static_cast<std::size_t>(n % 10), {"a", "b"});
    const auto& words = n % 2 == 0 ? finite : infinite;
    const Timeline t = evaluate(f, words.word(random() % words.words()));
    EXPECT_FALSE(explain_failure(t).empty());
  }
}

TEST(FormulaExplainTest, DeepFormulasAreCutShort) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "X ";
  const Timeline t = timeline(text + "a", ";", 0);
  EXPECT_LT(explain_failure(t).size(), 1000U);
  EXPECT_LT(in_english(t.formula()).size(), 1000U);
}

TEST(FormulaExplainTest, GivesNoReasonsOnceItIsStopped) {
  const Timeline truth = timeline("G (a -> F b)", "a;", 1);
  StopFlag stop;
  ExplainOptions options;
  options.stop = &stop;
  EXPECT_EQ(explain_failure(truth, options), explain_failure(truth));
  stop.raise(StopFlag::Reason::Time);
  EXPECT_LT(explain_failure(truth, options).size(), explain_failure(truth).size());
}

}  // namespace
}  // namespace weir::test
