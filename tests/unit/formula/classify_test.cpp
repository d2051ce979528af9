// SPDX-License-Identifier: Apache-2.0
#include "formula/classify.h"

#include <gtest/gtest.h>

#include "formula/parser.h"

namespace weir::test {
namespace {

TEST(FormulaClassifyTest, NextFreeAndPropositional) {
  EXPECT_TRUE(is_next_free(*parse_formula("G (a -> F b)")));
  EXPECT_FALSE(is_next_free(*parse_formula("G (a -> X b)")));
  EXPECT_FALSE(is_next_free(*parse_formula("F X[!] a")));
  EXPECT_TRUE(is_propositional(*parse_formula("a -> (b xor !c)")));
  EXPECT_FALSE(is_propositional(*parse_formula("a & F b")));
}

}  // namespace
}  // namespace weir::test
