// SPDX-License-Identifier: Apache-2.0
#include "pipeline/hunt/schedule.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace weir::test {
namespace {

std::string text_of(Schedule& schedule, int tasks) {
  std::string text;
  for (int i = 0; i < tasks; ++i) {
    const auto task = schedule.next();
    if (!task) return text + "end";
    text += std::to_string(task->question) + std::to_string(task->strategy) + ":" +
            std::to_string(task->states / Schedule::kFirstEffort) + " ";
  }
  return text;
}

TEST(Schedule, GivesEveryQuestionAndStrategyATurnBeforeTheEffortGrows) {
  Schedule schedule(1);
  schedule.add_question({0, 2});
  schedule.add_question({1});
  EXPECT_EQ(text_of(schedule, 7), "00:1 02:1 11:1 00:2 02:2 11:2 00:4 ");
}

TEST(Schedule, LeavesOutRetiredQuestions) {
  Schedule schedule(1);
  schedule.add_question({0, 2});
  schedule.add_question({1});
  EXPECT_EQ(text_of(schedule, 1), "00:1 ");
  schedule.retire(0);
  EXPECT_EQ(text_of(schedule, 2), "11:1 11:2 ");
  schedule.retire(1);
  EXPECT_EQ(text_of(schedule, 2), "end");
}

TEST(Schedule, LetsAQuestionWait) {
  Schedule schedule(1);
  schedule.add_question({});
  schedule.add_question({1});
  EXPECT_EQ(text_of(schedule, 2), "11:1 11:2 ");
  schedule.resume(0, {2});
  EXPECT_EQ(text_of(schedule, 2), "02:4 11:4 ");
}

TEST(Schedule, LimitsTheEffortOfOneSearch) {
  Schedule schedule(1);
  schedule.add_question({0});
  std::uint64_t most = 0;
  for (int i = 0; i < 100; ++i) most = schedule.next()->states;
  EXPECT_EQ(most, Schedule::kLargestEffort);
}

TEST(Schedule, DrawsANewSeedForEverySearch) {
  Schedule one(1), same(1), other(2);
  for (Schedule* schedule : {&one, &same, &other}) schedule->add_question({0});
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t seed = one.next()->seed;
    EXPECT_EQ(seed, same.next()->seed);
    EXPECT_NE(seed, other.next()->seed);
    seeds.insert(seed);
  }
  EXPECT_EQ(seeds.size(), 50U);
}

}  // namespace
}  // namespace weir::test
