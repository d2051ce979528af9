// SPDX-License-Identifier: Apache-2.0
#include "formula/classify.h"

#include <gtest/gtest.h>

#include "formula/parser.h"
#include "support/print_formula.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

TEST(FormulaClassifyTest, TextbookExamples) {
  const auto name = [](const std::string& text) { return std::string(name_of(syntactic_class(*parse_formula(text)))); };
  EXPECT_EQ(name("G a"), "safety");
  EXPECT_EQ(name("a W b"), "safety");
  EXPECT_EQ(name("!F a"), "safety");
  EXPECT_EQ(name("G (a -> X b)"), "safety");
  EXPECT_EQ(name("F a"), "guarantee");
  EXPECT_EQ(name("a U b"), "guarantee");
  EXPECT_EQ(name("a M b"), "guarantee");
  EXPECT_EQ(name("G a | F b"), "obligation");
  EXPECT_EQ(name("F a -> F b"), "obligation");
  EXPECT_EQ(name("G a U b"), "obligation");
  EXPECT_EQ(name("a W F b"), "obligation");
  EXPECT_EQ(name("G F a"), "recurrence");
  EXPECT_EQ(name("G (a -> F b)"), "recurrence");
  EXPECT_EQ(name("F G a"), "persistence");
  EXPECT_EQ(name("F (a & G b)"), "persistence");
  EXPECT_EQ(name("G F a -> G F b"), "reactivity");
  EXPECT_EQ(name("G (a -> X[!] F G b)"), "reactivity");
}

TEST(FormulaClassifyTest, NegationSwapsTheSides) {
  for (const Formula f : all_formulas(4, {"a", "b"})) {
    const SyntacticClass c = syntactic_class(f);
    const SyntacticClass d = syntactic_class(!f);
    ASSERT_EQ(c.safety, d.guarantee) << to_string(f);
    ASSERT_EQ(c.guarantee, d.safety) << to_string(f);
    ASSERT_EQ(c.obligation, d.obligation) << to_string(f);
    ASSERT_EQ(c.recurrence, d.persistence) << to_string(f);
    ASSERT_EQ(c.persistence, d.recurrence) << to_string(f);
    ASSERT_TRUE(!(c.safety || c.guarantee) || c.obligation) << to_string(f);
    ASSERT_TRUE(!c.obligation || (c.recurrence && c.persistence)) << to_string(f);
  }
}

TEST(FormulaClassifyTest, NextFreeAndPropositional) {
  EXPECT_TRUE(is_next_free(*parse_formula("G (a -> F b)")));
  EXPECT_FALSE(is_next_free(*parse_formula("G (a -> X b)")));
  EXPECT_FALSE(is_next_free(*parse_formula("F X[!] a")));
  EXPECT_TRUE(is_propositional(*parse_formula("a -> (b xor !c)")));
  EXPECT_FALSE(is_propositional(*parse_formula("a & F b")));
}

}  // namespace
}  // namespace weir::test
