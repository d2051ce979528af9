// SPDX-License-Identifier: Apache-2.0
// Static analysis of atomic sequences that may be endless.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "model/program_system.h"
#include "reduction/merge/endless.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

bool may_be_endless(const std::string& statements) {
  const auto system =
      promela_system("byte g, h[4]; chan q = [1] of { byte }; init { byte i, k; short s; " + statements + " }");
  const std::vector<bool> found = endless_locations(program_of(*system)->program(), {}, true);
  return std::find(found.begin(), found.end(), true) != found.end();
}

TEST(Endless, CountingToABoundEnds) {
  EXPECT_FALSE(may_be_endless("atomic { do :: i < 4 -> h[i] = 0; i++ :: else -> break od }"));
  EXPECT_FALSE(may_be_endless("atomic { do :: i <= 3 -> i = i + 2 :: i > 3 -> break od }"));
  EXPECT_FALSE(may_be_endless("atomic { do :: s > 0 -> s--; if :: k = 1 :: skip fi :: else -> break od }"));
  EXPECT_FALSE(may_be_endless("atomic { for (i : 0 .. 3) { h[i] = 1 } }"));
  EXPECT_FALSE(may_be_endless("atomic { do :: i < 4 && g == 0 -> i++ :: else -> break od }"));
  EXPECT_FALSE(may_be_endless("do :: g = 1 od"));  // not atomic
}

TEST(Endless, OtherCyclesMayNot) {
  EXPECT_TRUE(may_be_endless("atomic { do :: g = 1 - g od }"));
  EXPECT_TRUE(may_be_endless("atomic { do :: i < 4 -> i = 0 :: else -> break od }"));
  EXPECT_TRUE(may_be_endless("atomic { do :: i < 4 -> i++; i = 0 :: else -> break od }"));
  EXPECT_TRUE(may_be_endless("atomic { do :: i < 4 -> i++ :: i > 2 -> i-- od }"));
  EXPECT_TRUE(may_be_endless("atomic { do :: i < 4 -> i++ :: skip od }"));              // the count can be bypassed
  EXPECT_TRUE(may_be_endless("atomic { do :: i++ :: i < 4 -> i++ od }"));               // the guard can be bypassed
  EXPECT_TRUE(may_be_endless("atomic { do :: i <= 255 -> i++ :: else -> break od }"));  // it wraps
  EXPECT_TRUE(may_be_endless("atomic { do :: i < 4 || g == 1 -> i++ :: else -> break od }"));
  EXPECT_TRUE(may_be_endless("atomic { do :: i < 4 -> i++; q!1; q?i :: else -> break od }"));
  EXPECT_TRUE(may_be_endless("atomic { do :: g < 4 -> h[g] = 1; g++; h[i] = 0; g = h[i] :: else -> break od }"));
}

}  // namespace
}  // namespace weir::test
