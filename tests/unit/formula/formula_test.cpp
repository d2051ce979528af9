// SPDX-License-Identifier: Apache-2.0
#include "formula/formula.h"

#include <gtest/gtest.h>

#include <thread>

#include "support/print_formula.h"

namespace weir::test {
namespace {

const Formula a = Formula::atom("a");
const Formula b = Formula::atom("b");
const Formula c = Formula::atom("c");
const Formula yes = Formula::constant(true);
const Formula no = Formula::constant(false);

TEST(FormulaTest, EqualFormulasAreTheSameNode) {
  EXPECT_EQ(Formula::binary(Op::Until, a, b), Formula::binary(Op::Until, Formula::atom("a"), b));
  EXPECT_FALSE(Formula::binary(Op::Until, a, b) == Formula::binary(Op::Until, b, a));
  EXPECT_FALSE(Formula::binary(Op::Until, a, b) == Formula::binary(Op::WeakUntil, a, b));
  EXPECT_FALSE(a == b);
}

TEST(FormulaTest, ConjunctionsAreFlatSortedAndFolded) {
  EXPECT_EQ((a & b) & c, c & (b & a));
  EXPECT_EQ(((a & b) & c).operands().size(), 3U);
  EXPECT_EQ(a & a, a);
  EXPECT_EQ(a & yes, a);
  EXPECT_EQ(a & no, no);
  EXPECT_EQ(a & b & !a, no);
  EXPECT_EQ(a | b | !a, yes);
  EXPECT_EQ(a | no, a);
  EXPECT_EQ(Formula::nary(Op::And, {}), yes);
  EXPECT_EQ(Formula::nary(Op::Or, {}), no);
  EXPECT_TRUE((a | (b & c)).is(Op::Or));
}

TEST(FormulaTest, NegationsFold) {
  EXPECT_EQ(!!a, a);
  EXPECT_EQ(!yes, no);
  EXPECT_EQ(!no, yes);
}

TEST(FormulaTest, OperandsHaveSmallerIds) {
  const Formula f = Formula::unary(Op::Globally, Formula::binary(Op::Implies, a, Formula::unary(Op::Finally, b & c)));
  for (const Formula g : subformulas(f)) {
    for (const Formula operand : g.operands()) EXPECT_LT(operand.id(), g.id());
  }
  EXPECT_EQ(subformulas(f).size(), 7U);
  EXPECT_EQ(subformulas(f).back(), f);
  EXPECT_EQ(f.size(), 7U);
  EXPECT_EQ(atoms(f), (std::vector<std::string>{"a", "b", "c"}));
}

TEST(FormulaTest, SizeSaturatesInsteadOfWrapping) {
  Formula f = a;
  for (int i = 0; i < 100; ++i) f = Formula::binary(Op::Until, f, f);
  EXPECT_EQ(f.size(), std::numeric_limits<std::size_t>::max());
  EXPECT_EQ(subformulas(f).size(), 101U);
}

TEST(FormulaTest, ThreadsBuildTheSameNodes) {
  std::vector<std::vector<std::uint32_t>> ids(4);
  std::vector<std::thread> threads;
  for (auto& mine : ids) {
    threads.emplace_back([&mine] {
      Formula f = Formula::atom("shared");
      for (int i = 0; i < 2000; ++i) {
        f = Formula::unary(i % 2 == 0 ? Op::Finally : Op::Globally, f);
        mine.push_back(f.id());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& other : ids) EXPECT_EQ(other, ids.front());
}

}  // namespace
}  // namespace weir::test
