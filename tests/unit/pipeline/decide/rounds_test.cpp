// SPDX-License-Identifier: Apache-2.0
// All questions are asked for a short time before one of them is asked for long.
#include "pipeline/decide/rounds.h"

#include <gtest/gtest.h>
#include <weir/weir.h>

#include "support/promela_states.h"

namespace weir::test {
namespace {

TEST(TimeShares, StartAllInTheFirstTenthOfTheLimit) {
  const TimeShares shares(16, 60);
  double sum = 0;
  for (std::size_t waiting = 16; waiting > 0; --waiting) sum += *shares.next(0, waiting, 16, sum);
  EXPECT_NEAR(sum, 6, 1e-9);
}

TEST(TimeShares, DivideTheRestEqually) {
  const TimeShares shares(4, 40);
  EXPECT_NEAR(*shares.next(1, 3, 3, 4), 12, 1e-9);
  EXPECT_NEAR(*shares.next(1, 2, 3, 16), 12, 1e-9);
  EXPECT_NEAR(*shares.next(1, 2, 3, 6), 17, 1e-9) << "time that the one before has left";
}

TEST(TimeShares, AreNotGivenForTheSameSearchAgain) {
  const TimeShares shares(2, 40);
  EXPECT_EQ(shares.next(18, 1, 1, 24), std::nullopt);
  EXPECT_EQ(shares.next(7, 1, 1, 24), TimeShares::kWhole);
}

TEST(TimeShares, GrowWithoutALimit) {
  const TimeShares shares(2, 0);
  const double first = *shares.next(0, 2, 2, 0);
  EXPECT_GT(*shares.next(first, 2, 2, 2), 5 * first);
  EXPECT_EQ(shares.next(first, 1, 1, 2), TimeShares::kWhole) << "nobody waits";
  EXPECT_EQ(TimeShares(1, 0).next(0, 1, 1, 0), TimeShares::kWhole);
  EXPECT_EQ(TimeShares(9, 60, TimeShares::Sharing::OneByOne).next(0, 9, 9, 0), TimeShares::kWhole);
}

TEST(Rounds, AskAgainOnlyWhatIsOpen) {
  StopFlag stop;
  std::vector<int> asked(3);
  const auto given_up = ask_in_rounds(3, TimeShares(3, 0.3), stop, [&](std::size_t i, double, StopFlag& own) {
    ++asked[i];
    if (i != 1 || asked[i] == 2) return Expected<bool>(true);
    while (!own.raised()) {
    }
    return Expected<bool>(false);
  });
  ASSERT_TRUE(given_up);
  EXPECT_TRUE(given_up->empty());
  EXPECT_EQ(asked, (std::vector<int>{1, 2, 1}));
}

TEST(Rounds, GiveUpWhatWouldNotGetFurther) {
  StopFlag stop;
  std::vector<int> asked(2);
  const auto given_up = ask_in_rounds(2, TimeShares(2, 0.4), stop, [&](std::size_t i, double, StopFlag& own) {
    ++asked[i];
    while (!own.raised() && (i == 0 || asked[i] == 1)) {
    }
    return Expected<bool>(i == 1 && asked[i] == 2);
  });
  ASSERT_TRUE(given_up);
  EXPECT_EQ(*given_up, std::vector<std::size_t>{0});
}

TEST(Rounds, EndWhenTheRunIsStopped) {
  StopFlag stop;
  int asked = 0;
  const auto attempt = [&](std::size_t, double, StopFlag& own) {
    ++asked;
    stop.raise(StopFlag::Reason::Interrupted);
    EXPECT_TRUE(own.raised());
    return Expected<bool>(false);
  };
  EXPECT_TRUE(ask_in_rounds(2, TimeShares(2, 0), stop, attempt));
  EXPECT_EQ(asked, 2) << "each question says that it was stopped";
}

// The first formula is true of a space that is never exhausted; the others fail at once.
TEST(Rounds, AnswerEasyQuestionsBesideHardOnes) {
  const auto system = promela_system("int x, y; active proctype P() { do :: x++ :: y++ od }");
  CheckOptions options;
  options.time_limit = 4;
  options.memory_limit = std::uint64_t{1} << 32;
  options.properties = {{PropertyRequest::Kind::Ltl, "G (x + y >= 0)"},
                        {PropertyRequest::Kind::Ltl, "G (x < 3)"},
                        {PropertyRequest::Kind::Ltl, "G (x + y >= 0 | x < 2)"},
                        {PropertyRequest::Kind::Ltl, "G (y < 4)"}};
  const Expected<CheckResult> result = check(*system, options);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->properties[1].verdict, Verdict::Violated);
  EXPECT_EQ(result->properties[3].verdict, Verdict::Violated);
  for (const std::size_t hard : {0u, 2u}) EXPECT_EQ(result->properties[hard].verdict, Verdict::Inconclusive);
}

}  // namespace
}  // namespace weir::test
