// SPDX-License-Identifier: Apache-2.0
// Rewriting regular expressions into temporal operators, on all small words and at every position: each rule with
// letters and suffixes of all kinds, then random expressions.
#include "formula/regex_rewrite.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "formula/parser.h"
#include "formula/regex.h"
#include "oracle/word_oracle.h"
#include "support/print_formula.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

const std::vector<std::string> kAtoms = {"a", "b"};

Formula read(const std::string& text) { return *parse_formula(text); }

bool has_regex_inside(Formula f) {
  for (const Formula g : subformulas(f))
    if (has_regex(g.op())) return true;
  return false;
}

struct Words {
  WordOracle finite = WordOracle::finite(kAtoms, 4);
  WordOracle infinite = WordOracle::infinite(kAtoms, 1, 2, 5);

  /// Returns whether the oracle could judge it.
  bool check(Formula f) {
    const Formula g = without_simple_regexes(f);
    bool judged = false;
    for (WordOracle* words : {&finite, &infinite}) {
      if (!words->can_judge(f) || !words->can_judge(g)) continue;
      judged = true;
      EXPECT_TRUE(words->equivalent(f, g))
          << to_string(f) << " is not " << to_string(g) << " on " << words->difference(f, g);
    }
    return judged;
  }
};

TEST(RegexRewriteTest, EveryRule) {
  Words words;
  for (const std::string r : {"B",
                              "B; C",
                              "B[*]; C",
                              "B[+]; C",
                              "B[*]",
                              "B[+]",
                              "B; C; [*]",
                              "B[*]; C[*]; [*]",
                              "B : C",
                              "B[*]; C : B; C",
                              "B[*3]",
                              "B[*2]; C",
                              "{B; C}[*2]",
                              "{B | {C; B}}; [*]",
                              "{B[*]; C} : {C[+]}",
                              "B; C[*]",
                              "B[*]; C[+]; B",
                              "B[->2]",
                              "B[=1]",
                              "[*]; B",
                              "[*]; B; [*]; C",
                              "[*2]; B",
                              "B; {C & (B; C)}",
                              "{B; {C && {B; C}}}",
                              "B[*]; {C && {B; C}}",
                              "{B; C} : {[*]; B}"}) {
    for (const char* shape : {"{R}<>-> f", "{R}[]-> f", "{R}", "!{R}", "{R}!", "X {R}"}) {
      for (const char* letters : {"ab", "na", "1a"}) {
        for (const char* suffix : {"b", "F !a", "X b", "true", "O a"}) {
          std::string text;
          for (const char* c = shape; *c != '\0'; ++c)
            text += *c == 'R' ? r : *c == 'f' ? "(" + std::string(suffix) + ")" : std::string(1, *c);
          const auto letter = [](char c) { return c == 'n' ? std::string("(!a | b)") : std::string(1, c); };
          std::string filled;
          for (const char c : text)
            filled += c == 'B' ? letter(letters[0]) : c == 'C' ? letter(letters[1]) : std::string(1, c);
          const auto f = parse_formula(filled);
          ASSERT_TRUE(f) << filled;
          EXPECT_TRUE(words.check(*f)) << filled << " was not judged";
        }
      }
    }
  }
}

TEST(RegexRewriteTest, RandomExpressions) {
  Words words;
  std::mt19937_64 random(4);
  std::size_t judged = 0, rewritten = 0;
  for (int n = 0; n < 600; ++n) {
    const Formula f =
        random_formula(random, 2 + random() % 9, kAtoms, n % 2 == 0 ? RandomOps::with_regex() : RandomOps::with_all());
    judged += words.check(f) ? 1 : 0;
    rewritten += without_simple_regexes(f) != f ? 1 : 0;
  }
  EXPECT_GT(judged, 300U);
  EXPECT_GT(rewritten, 30U);
}

TEST(RegexRewriteTest, Examples) {
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"{a; b[*]; c}[]-> d", "!a | X (!b R (!c | d))"},
           {"{[*]; a}[]-> b", "false R (!a | b)"},
           {"{[*]; a; [*2]; b}!", "true U (a & X[!] X[!] X[!] b)"},
           {"{a[*]; b}", "a W b"},
           {"{a : {b[*]; c}}<>-> d", "a & (b U (c & d))"},
       })
    EXPECT_EQ(without_simple_regexes(read(from)), read(to)) << to_string(without_simple_regexes(read(from)));
  EXPECT_TRUE(has_regex_inside(without_simple_regexes(read("{{a; b}[*]; c}!")))) << "has no equivalent that is shorter";
}

TEST(RegexRewriteTest, CopiesOfCopiesStaySmall) {
  const Formula f = without_simple_regexes(read("{a[*16][*16][*16][*16][*16]; b}!"));
  EXPECT_LT(subformulas(f).size(), 5000U);
}

}  // namespace
}  // namespace weir::test
