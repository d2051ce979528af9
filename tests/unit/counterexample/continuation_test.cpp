// SPDX-License-Identifier: Apache-2.0
// A finite run is continued to a lasso of the model, if one is near.
#include "counterexample/continuation.h"

#include <gtest/gtest.h>

#include "counterexample/replay.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

/// The run that consists of the initial state.
Run beginning(const TransitionSystem& system) {
  SuccessorBuffer initial;
  system.initial_states(initial);
  Run run;
  RunStep& first = run.prefix.emplace_back();
  first.state.assign(initial.state(0).begin(), initial.state(0).end());
  first.last = true;
  return run;
}

TEST(Continuation, ClosesTheFirstCycle) {
  const auto system = promela_system("byte x; active proctype P() { x = 7; do :: x = (x + 1) % 4 od }");
  const weir::Run run = continued(*system, beginning(*system), 100);
  ASSERT_FALSE(run.finite());
  EXPECT_EQ(replay_problem(*system, run), "");
  EXPECT_EQ(run.cycle.size(), 4u);
}

TEST(Continuation, RepeatsAStateWithoutSuccessors) {
  const auto system = promela_system("byte x; active proctype P() { x = 1; x == 0 }");
  const weir::Run run = continued(*system, beginning(*system), 100);
  ASSERT_EQ(run.cycle.size(), 1u);
  EXPECT_TRUE(run.cycle[0].stutters);
  EXPECT_EQ(replay_problem(*system, run), "");
}

TEST(Continuation, LeavesBranchesThatEndInErrors) {
  const auto system = promela_system(
      "byte x; active proctype P() { do :: x == 0 -> x = 1; x = 1 / (x - 1) :: x == 0 -> x = 2 :: x == 2 -> x = 0 od "
      "}");
  const weir::Run run = continued(*system, beginning(*system), 100);
  ASSERT_FALSE(run.finite());
  EXPECT_EQ(replay_problem(*system, run), "");
}

TEST(Continuation, GivesUpAfterTheGivenNumberOfStates) {
  const auto system = promela_system("int x; active proctype P() { do :: x++ od }");
  const weir::Run run = continued(*system, beginning(*system), 50);
  EXPECT_TRUE(run.finite());
  EXPECT_EQ(run.size(), 1u);
}

TEST(Continuation, HasNoneIfEveryRunEndsInAnError) {
  const auto system = promela_system("byte x; active proctype P() { x = 1; x = 1 / (x - 1) }");
  EXPECT_TRUE(continued(*system, beginning(*system), 100).finite());
}

}  // namespace
}  // namespace weir::test
