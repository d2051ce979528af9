// SPDX-License-Identifier: Apache-2.0
// Formulas nested so deep that recursion would overflow the stack.
#include <gtest/gtest.h>

#include <string>

#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/rewrite.h"

namespace weir::test {
namespace {

std::string repeat(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

TEST(DeepFormulas, AreReadAndWritten) {
  constexpr std::size_t kDeep = 100'000;
  for (const std::string& text :
       {repeat("(", kDeep) + "a" + repeat(")", kDeep), repeat("!", kDeep) + "a", repeat("X", kDeep) + "a",
        repeat("X ", kDeep) + "a", repeat("a U (b R (", kDeep / 2) + "c" + repeat("))", kDeep / 2),
        repeat("a U ", kDeep) + "b", repeat("a -> ", kDeep) + "b",
        repeat("a & (b | (", kDeep / 2) + "c" + repeat("))", kDeep / 2),
        repeat("(a xor ", kDeep) + "b" + repeat(")", kDeep), repeat("[]<>", kDeep) + "p"}) {
    for (const bool model_atoms : {false, true}) {
      if (model_atoms && text.front() != '(') continue;  // only brackets are treated differently
      const auto f = parse_formula(text, {model_atoms});
      ASSERT_TRUE(f) << text.substr(0, 20) << f.error().front().message;
      const auto again = parse_formula(to_string(*f));
      ASSERT_TRUE(again);
      EXPECT_EQ(*f, *again);
    }
  }
}

TEST(DeepFormulas, AreRewritten) {
  std::string deep, wide;
  for (int i = 0; i < 4000; ++i) {
    deep += i % 3 == 0 ? "X (a U " : i % 3 == 1 ? "(b & F " : "(c | G ";
    wide += "G F p" + std::to_string(i % 100) + (i < 3999 ? " & " : "");
  }
  const auto f = parse_formula(deep + "d" + std::string(4000, ')'));
  ASSERT_TRUE(f);
  for (const Semantics semantics : {Semantics::Infinite, Semantics::Finite}) {
    simplify(*f, semantics);
    negation_normal_form(!*f, semantics);
    EXPECT_GT(simplify(*parse_formula(wide), semantics).size(), 100U);
  }
}

}  // namespace
}  // namespace weir::test
