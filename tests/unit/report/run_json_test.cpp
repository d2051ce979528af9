// SPDX-License-Identifier: Apache-2.0
#include "report/run_json.h"

#include <gtest/gtest.h>

namespace weir::test {
namespace {

TraceStep state_and_step(std::int64_t x, const std::string& event) {
  TraceStep step;
  step.state = {{"constant", true}, {"x", x}};
  step.step.event = event;
  step.step.process = "P[0]";
  return step;
}

TraceStep end_state(std::int64_t x) {
  TraceStep step;
  step.state = {{"constant", true}, {"x", x}};
  step.last = true;
  return step;
}

TEST(RunJson, AnActionIsShownWithItsEffect) {
  Counterexample run;
  run.prefix = {state_and_step(0, "x = 1"), state_and_step(1, "x = 2"), end_state(2)};
  const Json json = run_json(run);
  ASSERT_EQ(json["positions"].size(), 3U);
  EXPECT_EQ(json["positions"][0].dump(), R"({"changes":[["constant",true],["x",0]]})");
  EXPECT_EQ(json["positions"][1].dump(), R"({"changes":[["x",1]],"action":{"event":"x = 1","process":"P[0]"}})");
  EXPECT_EQ(json["positions"][2].dump(), R"({"changes":[["x",2]],"action":{"event":"x = 2","process":"P[0]"}})");
  EXPECT_TRUE(json["cycle"].is_null());
}

TEST(RunJson, AFaultyStepIsAPositionOfItsOwn) {
  Counterexample run;
  run.prefix = {state_and_step(0, "assert(x)")};
  run.prefix.back().step.fault = "assertion violated";
  Json json = run_json(run);
  ASSERT_EQ(json["positions"].size(), 2U) << "the state after the step is unknown";
  EXPECT_EQ(json["positions"][1]["action"]["fault"], "assertion violated");
  run.prefix.push_back(end_state(0));
  json = run_json(run);
  ASSERT_EQ(json["positions"].size(), 2U);
  EXPECT_EQ(json["positions"][1]["action"]["fault"], "assertion violated");
}

TEST(RunJson, TheLastPositionOfALassoIsTheStartOfItsCycle) {
  Counterexample run;
  run.prefix = {state_and_step(0, "x = 1")};
  run.cycle = {state_and_step(1, "x = 2"), state_and_step(2, "x = 1")};
  run.cycle.front().automaton_state = 4;
  run.timeline = {{"p", {false, true, false}}};
  const Json json = run_json(run);
  EXPECT_EQ(json["cycle"], 1);
  ASSERT_EQ(json["positions"].size(), 4U);
  EXPECT_EQ(json["positions"][3]["changes"].dump(), R"([["x",1]])");
  EXPECT_EQ(json["positions"][3]["automaton"], 4);
  EXPECT_EQ(json["timeline"][0]["values"], "0101");
}

TEST(RunJson, ALetterOfAnEventBelongsToItsStep) {
  Counterexample run;
  run.prefix = {state_and_step(0, "go"), end_state(1)};
  run.prefix.front().atoms = {{"go", true, true, true}};
  run.timeline = {{"go", {true}}};
  EXPECT_EQ(run_json(run)["timeline"][0]["values"], " 1");
  run.timeline = {{"go", {true, false}}};
  EXPECT_EQ(run_json(run)["timeline"][0]["values"], " 1") << "no step leaves the last state";
}

TEST(RunJson, ADriftingVariableHasItsValueBehindTheCycle) {
  Counterexample run;
  run.cycle = {state_and_step(1, "x = x + 1")};
  run.drifting = {{"x", std::int64_t{2}}};
  EXPECT_EQ(run_json(run)["positions"][1]["changes"].dump(), R"([["x",2]])");
}

TEST(RunJson, ADeadlockStutters) {
  Counterexample run;
  run.prefix = {state_and_step(0, "x = 1")};
  run.cycle = {state_and_step(1, "")};
  run.cycle.front().stutters = true;
  const Json json = run_json(run);
  ASSERT_EQ(json["positions"].size(), 3U);
  EXPECT_EQ(json["positions"][2].dump(), R"({"changes":[],"stutters":true})");
}

TEST(RunJson, NamesThatDisappearAreListed) {
  EXPECT_EQ(gone_json({{"a", true}, {"b", true}}, {{"b", true}}).dump(), R"(["a"])");
  EXPECT_EQ(changes_json({{"a", true}, {"b", true}}, {{"b", false}, {"c", true}}).dump(),
            R"([["b",false],["c",true]])");
}

TEST(RunJson, ProcessesAreOrderedByNumber) {
  ProcessNames names;
  StepDescription step;
  step.process = "B[10]";
  step.communication = Communication{Communication::Kind::Rendezvous, "c", "1", "B[10]", "A[2]"};
  names.meet(step);
  EXPECT_EQ(names.json().dump(), R"(["A[2]","B[10]"])");
}

TEST(RunJson, TextsArePrintable) {
  StepDescription step;
  step.event = "printf(\"\x1b[31m\")";
  step.output = "a\nb\x07";
  EXPECT_EQ(action_json(step)["event"], "printf(\"\\x1b[31m\")");
  EXPECT_EQ(action_json(step)["output"], "a\nb\\x07");
  EXPECT_EQ(sources_json({{"m\n.pml", "a\r\nb"}}).dump(), R"([{"name":"m\\n.pml","text":"a\nb"}])");
  EXPECT_EQ(dump_for_page("</script>"), R"("\u003c/script>")");
}

TEST(RunJson, AnEmptyRunHasNoPositions) { EXPECT_TRUE(run_json({})["positions"].empty()); }

}  // namespace
}  // namespace weir::test
