// SPDX-License-Identifier: Apache-2.0
// The text of a counterexample: each step with what it changes, atoms where they change, no raw control characters.
#include "report/text.h"

#include <gtest/gtest.h>

#include "report/numbers.h"

namespace weir::test {
namespace {

TraceStep at(std::int64_t x, const std::string& channel, bool p, const std::string& event) {
  TraceStep step;
  step.state = {{"x", x}, {"c", channel}};
  step.atoms = {{"x > 0", p}};
  step.step.process = "P[0]";
  step.step.event = event;
  step.step.file = "m.pml";
  step.step.line = 3;
  return step;
}

TEST(TextCounterexample, ShowsEachStepWithItsEffect) {
  Counterexample run;
  run.prefix = {at(0, "[]", false, "x = 1")};
  run.cycle = {at(1, "[]", true, "c!2"), at(1, "[2]", true, "c?_")};
  EXPECT_EQ(text_counterexample(run, {}),
            "   start  x = 0, c = []                                 { !(x > 0) }\n"
            "       1  P[0]: x = 1   [m.pml:3]\n"
            "          x = 1                                         { (x > 0) }\n"
            "  +-- for ever:\n"
            "  |    2  P[0]: c!2   [m.pml:3]\n"
            "  |       c = [2]\n"
            "  |    3  P[0]: c?_   [m.pml:3]\n"
            "  |       c = []\n"
            "  +--\n");
}

TEST(TextCounterexample, ShowsTheEventsOfAStepBesideIt) {
  Counterexample run;
  TraceStep first;
  first.state = {{"state", std::int64_t{0}}};
  first.atoms = {{"go", true, true, true}, {"any", true, true, true}, {"stop", false, true, true}};
  first.step.event = "go";
  TraceStep last;
  last.state = {{"state", std::int64_t{1}}};
  last.last = true;
  run.prefix = {first, last};
  EXPECT_TRUE(run.letters_are_steps());
  EXPECT_EQ(text_counterexample(run, {}),
            "   start  state = 0\n"
            "       1  go                                            { any }\n"
            "          state = 1\n");
}

TEST(TextCounterexample, EmphasisesNewValuesAndNothingElseOfTheState) {
  Counterexample run;
  run.prefix = {at(0, "[]", false, "x = 1"), at(1, "[]", false, "")};
  run.prefix.back().last = true;
  const std::string text = text_counterexample(run, {.colours = true});
  EXPECT_NE(text.find("start  x = 0, c = []"), std::string::npos) << text;
  EXPECT_NE(text.find("x = \x1b[1m1\x1b[0m\n"), std::string::npos) << text;
}

TEST(TextCounterexample, EscapesControlCharacters) {
  Counterexample run;
  run.prefix = {at(0, "\x1b[2J", false, "printf(\"\a\")\n")};
  run.prefix.back().step.output = "\x1b]0;title\a";
  const std::string text = text_counterexample(run, {});
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << text;
}

TEST(Numbers, AreWrittenTheSameWayEverywhere) {
  EXPECT_EQ(counted(1, "state"), "1 state");
  EXPECT_EQ(counted(1234567, "state"), "1234567 states");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1'500'000), "1.5 MB");
}

}  // namespace
}  // namespace weir::test
