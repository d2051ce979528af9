// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/visits.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

TEST(Visits, LetsOneThreadTakeAStateFromTheStacks) {
  MemoryBudget budget;
  Visits visits(budget);
  ASSERT_TRUE(visits.open() && visits.ensure(4));
  EXPECT_TRUE(visits.meet(3, 0));
  EXPECT_FALSE(visits.meet(3, 0));
  EXPECT_TRUE(visits.meet(3, 1));
  EXPECT_FALSE(visits.meet(3, 1 + Visits::kThreads));  // shares the bit
  EXPECT_FALSE(visits.visited(3));
  EXPECT_TRUE(visits.finish(3));
  EXPECT_FALSE(visits.finish(3));
  EXPECT_FALSE(visits.meet(3, 2));
  EXPECT_TRUE(visits.visited(3));
  EXPECT_FALSE(visits.visited(std::uint64_t{1} << 40));
}

TEST(Visits, KnowsThePathOfEachThread) {
  MemoryBudget budget;
  Visits visits(budget);
  ASSERT_TRUE(visits.open() && visits.ensure(4));
  EXPECT_TRUE(visits.is_new(1));
  for (unsigned thread = 0; thread < Visits::kThreads; ++thread) {
    EXPECT_EQ(visits.enter(1, thread), Visits::Entry::Entered);
    EXPECT_EQ(visits.enter(1, thread), Visits::Entry::OnPath);
  }
  EXPECT_TRUE(visits.visited(1));
  EXPECT_FALSE(visits.done(1));
  EXPECT_TRUE(visits.finish(1));
  EXPECT_EQ(visits.enter(1, 0), Visits::Entry::Done);
  EXPECT_TRUE(visits.is_new(2));
}

}  // namespace
}  // namespace weir::test
