// SPDX-License-Identifier: Apache-2.0
// Compares the BDD kernel with truth tables: every operation on random functions of five variables.
#include "automaton/bdd.h"

#include <random>

#include <gtest/gtest.h>

namespace weir::test {
namespace {

constexpr std::uint32_t kVariables = 5;
using Table = std::uint32_t;  ///< bit i: value under assignment i

Table table_of(const BddManager& manager, Bdd f) {
  Table table = 0;
  for (std::uint32_t assignment = 0; assignment < 32; ++assignment) {
    if (manager.evaluate(f, [&](std::uint32_t v) { return (assignment >> v & 1) != 0; })) table |= 1U << assignment;
  }
  return table;
}

Bdd bdd_of(BddManager& manager, Table table) {
  Bdd f = kBddFalse;
  for (std::uint32_t assignment = 0; assignment < 32; ++assignment) {
    if ((table >> assignment & 1) == 0) continue;
    Cube minterm;
    for (std::uint32_t v = 0; v < kVariables; ++v) minterm.emplace_back(v, (assignment >> v & 1) != 0);
    f = manager.disjoin(f, manager.cube(minterm));
  }
  return f;
}

class BddOperations : public testing::Test {
 protected:
  Table random_table() { return static_cast<Table>(random_()); }
  std::mt19937 random_{7};
  BddManager manager_;
};

TEST_F(BddOperations, AgreeWithTruthTables) {
  for (int round = 0; round < 200; ++round) {
    const Table a = random_table(), b = random_table(), c = random_table();
    const Bdd f = bdd_of(manager_, a), g = bdd_of(manager_, b), h = bdd_of(manager_, c);
    EXPECT_EQ(table_of(manager_, f), a);
    EXPECT_EQ(table_of(manager_, manager_.negate(f)), ~a);
    EXPECT_EQ(manager_.conjoin(f, g), bdd_of(manager_, a & b));
    EXPECT_EQ(manager_.disjoin(f, g), bdd_of(manager_, a | b));
    EXPECT_EQ(manager_.exclusive_or(f, g), bdd_of(manager_, a ^ b));
    EXPECT_EQ(manager_.if_then_else(f, g, h), bdd_of(manager_, (a & b) | (~a & c)));
  }
}

TEST_F(BddOperations, BindQuantifyAndSubstitute) {
  for (int round = 0; round < 100; ++round) {
    const Bdd f = bdd_of(manager_, random_table()), g = bdd_of(manager_, random_table());
    const auto with2 = [&](int value) {
      return manager_.bind(f, [&](std::uint32_t v) { return v == 2 ? value : -1; });
    };
    EXPECT_EQ(manager_.exists(f, [](std::uint32_t v) { return v == 2; }), manager_.disjoin(with2(0), with2(1)));
    const Bdd replaced = manager_.substitute(f, [&](std::uint32_t v) { return v == 2 ? g : manager_.variable(v); });
    EXPECT_EQ(replaced, manager_.if_then_else(g, with2(1), with2(0)));
  }
}

TEST_F(BddOperations, CoverIsExactPrimeAndIrredundant) {
  for (int round = 0; round < 100; ++round) {
    const Bdd f = bdd_of(manager_, random_table());
    const std::vector<Cube> cubes = manager_.irredundant_cover(f);
    const auto sum_without = [&](std::size_t left_out) {
      Bdd sum = kBddFalse;
      for (std::size_t i = 0; i < cubes.size(); ++i) {
        if (i != left_out) sum = manager_.disjoin(sum, manager_.cube(cubes[i]));
      }
      return sum;
    };
    EXPECT_EQ(sum_without(cubes.size()), f);
    for (std::size_t i = 0; i < cubes.size(); ++i) {
      EXPECT_NE(sum_without(i), f) << "a cube is redundant";
      for (std::size_t literal = 0; literal < cubes[i].size(); ++literal) {
        Cube shorter = cubes[i];
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(literal));
        EXPECT_FALSE(manager_.implies(manager_.cube(shorter), f)) << "a cube is not prime";
      }
    }
  }
}

TEST_F(BddOperations, SupportAndSolution) {
  const Bdd f = manager_.conjoin(manager_.variable(1), manager_.literal(4, false));
  EXPECT_EQ(manager_.support(f), (std::vector<std::uint32_t>{1, 4}));
  EXPECT_EQ(manager_.one_solution(f), (Cube{{1, true}, {4, false}}));
}

TEST_F(BddOperations, LimitsAreReported) {
  EXPECT_THROW((void)manager_.variable(BddManager::kMaxVariables), LimitReached);
  BddManager small(ConstructionLimits{}, 8);
  EXPECT_THROW(
      {
        Bdd parity = kBddFalse;
        for (std::uint32_t v = 0; v < 8; ++v) parity = small.exclusive_or(parity, small.variable(v));
      },
      LimitReached);
}

}  // namespace
}  // namespace weir::test
