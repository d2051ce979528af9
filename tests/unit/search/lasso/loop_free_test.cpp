// SPDX-License-Identifier: Apache-2.0
#include "search/lasso/loop_free.h"

#include <gtest/gtest.h>

#include <string>

namespace weir::test {
namespace {

/// One letter per state; `next` of a step is the letter that follows, so that a wrong cut shows.
RunStep step(char state, char next, std::int64_t automaton_state = -1) {
  RunStep made;
  made.state = {std::byte(state)};
  made.step.transition = static_cast<std::uint32_t>(next);
  made.automaton_state = automaton_state;
  return made;
}

Run finite(const std::string& letters) {
  weir::Run run;
  for (std::size_t i = 0; i < letters.size(); ++i) run.prefix.push_back(step(letters[i], letters[i + 1]));
  run.prefix.back().last = true;
  return run;
}

std::string letters_of(const std::vector<RunStep>& steps) {
  std::string letters;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    letters += static_cast<char>(steps[i].state[0]);
    if (i + 1 < steps.size()) {
      EXPECT_EQ(steps[i].step.transition, std::to_integer<std::uint32_t>(steps[i + 1].state[0]));
    }
  }
  return letters;
}

TEST(LoopFree, LeavesOutDetours) {
  EXPECT_EQ(letters_of(loop_free(finite("abcbde")).prefix), "abde");
  EXPECT_EQ(letters_of(loop_free(finite("abacadae")).prefix), "ae");
  EXPECT_EQ(letters_of(loop_free(finite("abcd")).prefix), "abcd");
  EXPECT_EQ(letters_of(loop_free(finite("a")).prefix), "a");
}

TEST(LoopFree, KeepsTheLastStep) {
  const weir::Run run = loop_free(finite("abca"));
  EXPECT_EQ(letters_of(run.prefix), "abca") << "the last step may be the fault";
  EXPECT_TRUE(run.prefix.back().last);
}

TEST(LoopFree, TellsAutomatonStatesApart) {
  weir::Run run;
  run.prefix = {step('a', 'b', 0), step('b', 'a', 0), step('a', 'c', 1), step('c', 'c', 1)};
  run.prefix.back().last = true;
  EXPECT_EQ(letters_of(loop_free(run).prefix), "abac");
}

TEST(LoopFree, LeavesTheCycleAsItIs) {
  weir::Run run;
  run.prefix = {step('a', 'b'), step('b', 'a'), step('a', 'c')};
  run.cycle = {step('c', 'd'), step('d', 'c'), step('c', 'c')};
  const weir::Run shorter = loop_free(run);
  EXPECT_EQ(letters_of(shorter.prefix), "a");
  EXPECT_EQ(letters_of(shorter.cycle), "cdc");
}

}  // namespace
}  // namespace weir::test
