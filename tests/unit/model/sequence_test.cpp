// SPDX-License-Identifier: Apache-2.0
// Atomic sequences of any length are one step as far as they go; endless ones are visited state by state.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "support/promela_states.h"

namespace weir::test {
namespace {

/// The states after the first step, as text.
std::set<std::string> behind_first_step(const std::string& text) {
  const auto system = promela_system(text);
  SuccessorBuffer initial, next;
  system->initial_states(initial);
  system->successors(initial.state(0), next);
  std::set<std::string> states;
  for (std::size_t i = 0; i < next.size(); ++i) {
    const StateView state = next.state(i);
    states.emplace(reinterpret_cast<const char*>(state.data()), state.size());
  }
  return states;
}

std::string counting_to(int most) {
  return "short n; byte b; init { atomic { do :: n < " + std::to_string(most) +
         " -> n++ :: else -> break od; if :: b = 1 :: b = 2 :: assert(n != " + std::to_string(most) + ") fi } }";
}

TEST(AtomicSequence, EndsInTheSameStatesHoweverLongItIs) {
  for (const int most : {0, 1, 100, 1000, 2046, 2047, 2048, 2049, 5000, 30000}) {
    const StateCount count = count_promela(counting_to(most));
    EXPECT_EQ(count.assertions, 1U) << most;
    EXPECT_EQ(count.errors, 0U) << most;
    EXPECT_EQ(behind_first_step(counting_to(most)).size(), 3U) << most;
  }
}

TEST(AtomicSequence, FollowsAllPathsThroughWideSequences) {
  // Fifteen choices: 32768 paths to as many states, more than are followed path by path.
  std::string text = "int n; init { atomic { ";
  for (int i = 0; i < 15; ++i) text += "if :: n = n * 2 + 1 :: n = n * 2 fi; ";
  EXPECT_EQ(behind_first_step(text + "} }").size(), 32768U);
  // All paths meet in one state.
  EXPECT_EQ(behind_first_step(text + "n = 0 } }").size(), 1U);
  // Only one path reaches the fault.
  EXPECT_EQ(count_promela(text + "assert(n != 32767) } }").assertions, 1U);
}

TEST(AtomicSequence, WithoutAnEndIsVisitedStateByState) {
  const StateCount endless = count_promela("byte x; init { atomic { do :: x = (x + 1) % 10 od } }");
  EXPECT_EQ(endless.deadlocks, 0U);
  EXPECT_GE(endless.states, 10U);
  EXPECT_EQ(count_promela("byte x; init { atomic { do :: x = (x + 1) % 10; assert(x != 5) od } }").assertions, 1U);
  // No other process moves, because this one keeps control.
  const std::string beside =
      "byte x; active proctype A() { atomic { x = 1; do :: x = 3 - x od } } "
      "active proctype B() { x > 0; assert(false) }";
  EXPECT_EQ(count_promela(beside).assertions, 0U);
}

TEST(AtomicSequence, ThatMayEndIsBothEndedAndEndless) {
  // The loop runs for ever or is left.
  const StateCount count =
      count_promela("byte x; init { atomic { do :: x = (x + 1) % 4 :: x == 2 -> break od }; assert(x != 2) }");
  EXPECT_EQ(count.assertions, 1U);
  EXPECT_EQ(count.deadlocks, 0U);
}

TEST(AtomicSequence, IsAStateWhereItBlocks) {
  const std::string text =
      "byte x; active proctype A() { atomic { x = 1; x == 2; assert(x == 2) } } "
      "active proctype B() { x == 1; x = 2 }";
  const StateCount count = count_promela(text);
  EXPECT_TRUE(count.safe()) << count.message;
}

TEST(DeterministicSequence, RunsToItsEndOrIsAnError) {
  EXPECT_EQ(count_promela("int n; init { d_step { do :: n < 200000 -> n++ :: else -> break od } }").errors, 0U);
  EXPECT_EQ(count_promela("byte n; init { d_step { do :: n = (n + 1) % 7 od } }").errors, 1U);
}

}  // namespace
}  // namespace weir::test
