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

struct Failure {
  const char* formula;
  const char* word;
  std::optional<std::size_t> cycle;
  const char* sentence;
};

void expect_sentences(const std::vector<Failure>& failures) {
  for (const Failure& failure : failures) {
    const Timeline t = timeline(failure.formula, failure.word, failure.cycle);
    ASSERT_FALSE(t.holds()) << failure.formula;
    EXPECT_EQ(explain_failure(t), to_string(t.formula()) + " fails: " + failure.sentence);
  }
}

TEST(FormulaExplainTest, PastOperators) {
  const std::optional<std::size_t> none;
  expect_sentences({
      {"G (a -> O b)", ";;c;a", none, "at step 4 a holds, and b has never held up to then"},
      {"G (a -> O b)", ";;c;a", 3, "at step 4 a holds, and b has never held up to then"},
      {"G (c -> O !a)", "a;ac", none, "at step 2 c holds, and a has always held up to then"},
      {"G (O b | !a)", ";a", none, "at step 2 a holds, and b has never held up to then"},
      {"G (c -> !O a)", ";a;;c", none, "at step 4 c holds, and at step 2 a holds"},
      {"G (a -> H b)", "b;;b;ab", none, "at step 4 a holds, and at step 2 b does not hold"},
      {"G (a -> Y b)", "a;b", none, "at step 1 a holds, and that is the first"},
      {"G (a -> Y b)", ";b;;a", none, "at step 4 a holds, and at step 3 b does not hold"},
      {"G (a -> Z b)", "a;a", none, "at step 2 a holds, and at step 1 b does not hold"},
      {"G (c -> (a S b))", "b;a;;a;ac", none,
       "at step 5 c holds, and at step 3 a does not hold, and b has not held then or since"},
      {"G (c -> (a S b))", ";a;;a;ac", none, "at step 5 c holds, and b has never held up to then"},
      {"G (c -> (a T b))", "ab;b;;b;bc", none,
       "at step 5 c holds, and at step 3 b does not hold, and a has not held since"},
  });
}

TEST(FormulaExplainTest, PlacesBeyondTheRunAreRoundsOfItsCycle) {
  expect_sentences({
      {"G (b -> H !c)", "b;a;c", 0, "at step 1, in round 2 of the cycle, b holds, and at step 3 c holds"},
      {"F G H !c", "b;a;c", 0, "at step 3 c holds, and this repeats for ever"},
      {"a -> X X Y b", "a", 0, "at step 1 a holds, and b does not hold"},  // not at the first position: later
      {"{a; [*2]; b}[]-> c", "a;b", 0,
       "{a; [*2]; b} matches from step 1 to step 2, in round 2 of the cycle, where c does not hold"},
  });
}

TEST(FormulaExplainTest, RegularExpressions) {
  const std::optional<std::size_t> none;
  expect_sentences({
      {"G {a; b[*]; c}[]-> X a", ";a;b;b;c;", 5,
       "{a; b[*]; c} matches from step 2 to step 5, and at step 6 a does not hold"},
      {"{a; b}<>-> c", "a;b", none,
       "the only match of {a; b} that begins at step 1 ends at step 2, and at step 2 c does not hold"},
      {"{a; b[+]}<>-> c", "a;b;b", 2, "c holds at the end of no match of {a; b[+]} that begins at step 1"},
      {"{a; b[*]; c}!", "a;b", none, "no match of {a; b[*]; c} that begins at step 1 is complete at the end"},
      {"{a; b[*]; c}!", "a;b", 1, "no match of {a; b[*]; c} that begins at step 1 is ever complete"},
      {"{a; b}", "a;c", none, "at step 2 no match of {a; b} that begins at step 1 can continue"},
      {"X {a; b}", "a;c", none, "at step 2 no match of {a; b} can begin"},
      {"!{a; b}", "a;b", none, "{a; b} matches from step 1 to step 2"},
      {"!{a; b[*]; c}", "a;b", none, "a match of {a; b[*]; c} that begins at step 1 may still be completed at the end"},
      {"G (a -> {b; c[->2]}!)", "ab;c;", none,
       "at step 1 a holds, and no match of {b; {!c[*]; c}[*2]} that begins there is complete at the end"},
  });
}

TEST(FormulaExplainTest, EnglishOfPastAndRegularExpressions) {
  EXPECT_EQ(in_english(read("G (a -> O b)")), "whenever a holds, b holds at the same or some earlier moment");
  EXPECT_EQ(in_english(read("G (a -> Y b)")), "whenever a holds, there is a previous moment, and b holds at it");
  EXPECT_EQ(in_english(read("a S b")), "b holds now or at some earlier moment, and a holds ever since");
  EXPECT_EQ(in_english(read("a B b")),
            "a holds ever since the last moment at which b holds, or at every moment so far");
  EXPECT_EQ(in_english(read("G {a; b}[]-> c")), "at the end of every match of {a; b}, c holds");
  EXPECT_EQ(in_english(read("F {a; b}!")), "at some moment a match of {a; b} begins");
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
