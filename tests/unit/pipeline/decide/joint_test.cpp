// SPDX-License-Identifier: Apache-2.0
// Several safety properties in one search: every property has the verdict and the run that its own search gives it.
#include <gtest/gtest.h>
#include <weir/weir.h>

#include <algorithm>

#include "support/promela_states.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

/// Options that leave everything to weir.
CheckOptions asking(std::vector<PropertyRequest> properties) {
  CheckOptions options;
  options.properties = std::move(properties);
  return options;
}

/// With this limit every formula is searched alone.
CheckOptions apart(CheckOptions options) {
  options.max_depth = 1'000'000;
  return options;
}

std::vector<PropertyResult> checked(const char* model, const CheckOptions& options) {
  const auto system = promela_system(model);
  const Expected<CheckResult> result = check(*system, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->properties : std::vector<PropertyResult>();
}

void expect_same(const std::vector<PropertyResult>& joint, const std::vector<PropertyResult>& single) {
  ASSERT_EQ(joint.size(), single.size());
  for (std::size_t i = 0; i < joint.size(); ++i) {
    const std::string what = joint[i].name + " " + joint[i].formula;
    EXPECT_EQ(joint[i].verdict, single[i].verdict) << what << ": " << joint[i].reason;
    EXPECT_EQ(joint[i].warnings, single[i].warnings) << what;
    EXPECT_EQ(joint[i].has_counterexample, single[i].has_counterexample) << what;
    EXPECT_EQ(joint[i].counterexample.validated, single[i].counterexample.validated) << what;
    EXPECT_EQ(joint[i].engine.translator, single[i].engine.translator) << what;
    EXPECT_EQ(joint[i].engine.automaton, single[i].engine.automaton) << what;
    EXPECT_EQ(joint[i].automaton.states.size(), single[i].automaton.states.size()) << what;
  }
}

bool all_same_search(const std::vector<PropertyResult>& results) {
  return std::all_of(results.begin(), results.end(), [&](const PropertyResult& one) {
    return one.stats.states == results[0].stats.states && one.stats.transitions == results[0].stats.transitions &&
           one.stats.seconds == results[0].stats.seconds;
  });
}

constexpr const char* kCounters = R"(
byte x, y;
active proctype P() { do :: x < 5 -> x++ :: x == 5 -> x = 0 od }
active proctype Q() { do :: y < x -> y++ :: y > 0 -> y-- :: x == 3 && y == 3 -> assert(false) od }
)";

TEST(Joint, DecidesEachPropertyAsItsOwnSearchDoes) {
  const CheckOptions options = asking({{Kind::Assertions, ""},
                                       {Kind::Deadlock, ""},
                                       {Kind::Ltl, "G x <= 5"},
                                       {Kind::Ltl, "G y < 4"},
                                       {Kind::Ltl, "G (x == 2 -> x != 2 R x < 4)"},
                                       {Kind::Ltl, "G F x == 0"},
                                       {Kind::Ltl, "G !(x == 1 & y == 5)"}});
  for (const std::uint32_t threads : {1, 2, 3}) {
    CheckOptions several = options;
    several.threads = threads;
    several.alone_states = 0;
    several.reduce = Reductions::none();
    const auto joint = checked(kCounters, several);
    expect_same(joint, checked(kCounters, apart(several)));
    ASSERT_EQ(joint.size(), 7U);
    EXPECT_EQ(joint[0].verdict, Verdict::Violated);
    EXPECT_EQ(joint[1].verdict, Verdict::Holds);
    EXPECT_EQ(joint[2].verdict, Verdict::Holds);
    EXPECT_EQ(joint[3].verdict, Verdict::Violated);
    EXPECT_EQ(joint[0].stats.seconds, joint[2].stats.seconds) << "one search";
    EXPECT_EQ(joint[0].stats.seconds, joint[6].stats.seconds) << "one search";
    EXPECT_NE(joint[0].stats.seconds, joint[5].stats.seconds) << "a search of its own";
    EXPECT_EQ(joint[3].engine.emptiness, "terminal");
    EXPECT_EQ(joint[3].engine.threads, threads);
  }
}

TEST(Joint, InvariantsAddNoStates) {
  CheckOptions options = asking({{Kind::Assertions, ""}, {Kind::Deadlock, ""}});
  options.reduce = Reductions::none();
  const auto defects = checked(kCounters, options);
  for (int i = 0; i < 20; ++i)
    options.properties.push_back({Kind::Ltl, "G !(x == 7 & y == " + std::to_string(i) + ")"});
  const auto joint = checked(kCounters, options);
  EXPECT_EQ(joint.size(), 22U);
  EXPECT_TRUE(all_same_search(joint));
  EXPECT_EQ(joint.back().stats.states, defects.front().stats.states);
  EXPECT_EQ(joint.back().stats.transitions, defects.front().stats.transitions);
}

TEST(Joint, FindsWhatFailsAtOneState) {
  const char* const model = "byte x; active proctype P() { x = 1; assert(x == 0); x == 9 }";
  const auto joint = checked(model, asking({{Kind::Assertions, ""},
                                            {Kind::Deadlock, ""},
                                            {Kind::Ltl, "G x == 0"},
                                            {Kind::Ltl, "G x < 1"},
                                            {Kind::Ltl, "G x < 2"}}));
  ASSERT_EQ(joint.size(), 5U);
  EXPECT_TRUE(all_same_search(joint));
  for (const std::size_t i : {0, 1, 2, 3}) {
    EXPECT_EQ(joint[i].verdict, Verdict::Violated) << i << joint[i].reason;
    EXPECT_TRUE(joint[i].counterexample.validated) << i;
  }
  EXPECT_EQ(joint[4].verdict, Verdict::Holds);
}

TEST(Joint, FollowsADeadlockedState) {
  const char* const model = "byte x; active proctype P() { x = 1; x == 9 }";
  const auto joint = checked(
      model,
      asking({{Kind::Deadlock, ""}, {Kind::Ltl, "G (x == 1 -> X x == 0)"}, {Kind::Ltl, "G (x == 1 -> X x == 1)"}}));
  ASSERT_EQ(joint.size(), 3U);
  EXPECT_TRUE(all_same_search(joint));
  EXPECT_EQ(joint[0].verdict, Verdict::Violated);
  EXPECT_EQ(joint[1].verdict, Verdict::Violated);
  EXPECT_EQ(joint[2].verdict, Verdict::Holds);
}

TEST(Joint, SeesWhatFailsBeforeARunTimeError) {
  const char* const model = "byte x, z; active proctype P() { x = 1; x = 7 / z }";
  const auto joint = checked(model, asking({{Kind::Assertions, ""}, {Kind::Ltl, "G x == 0"}, {Kind::Ltl, "G x <= 1"}}));
  ASSERT_EQ(joint.size(), 3U);
  EXPECT_EQ(joint[0].verdict, Verdict::Violated);
  EXPECT_EQ(joint[1].verdict, Verdict::Violated) << joint[1].reason;
  EXPECT_TRUE(joint[1].counterexample.validated);
  EXPECT_EQ(joint[2].verdict, Verdict::Holds) << joint[2].reason;
  EXPECT_EQ(joint[2].warnings, std::vector<std::string>{"some runs end in a run-time error; --assertions shows one"});
}

TEST(Joint, LeavesAtomsWithoutValueToTheirOwnSearch) {
  const char* const model = "byte i; byte a[2]; active proctype P() { do :: i < 3 -> i++ :: else -> i = 0 od }";
  const CheckOptions options = asking({{Kind::Assertions, ""}, {Kind::Ltl, "G a[i] == 0"}, {Kind::Ltl, "G i < 4"}});
  const auto joint = checked(model, options);
  ASSERT_EQ(joint.size(), 3U);
  EXPECT_EQ(joint[1].verdict, Verdict::Violated);
  EXPECT_EQ(joint[2].verdict, Verdict::Holds);
  expect_same(joint, checked(model, apart(options)));
}

TEST(Joint, ReportsVacuityOfEachFormula) {
  const CheckOptions options = asking({{Kind::Deadlock, ""},
                                       {Kind::Ltl, "G (x == 9 -> y == 0)"},
                                       {Kind::Ltl, "G (x == 5 -> y < 9)"},
                                       {Kind::Ltl, "x == 0 -> G (x == 9 -> y == 1)"}});
  const auto joint = checked(kCounters, options);
  expect_same(joint, checked(kCounters, apart(options)));
  EXPECT_EQ(joint[1].warnings.size(), 1U);
  EXPECT_TRUE(joint[2].warnings.empty());
}

// Seven formulas with two states each have 128 tuples, more than the single searches have states of monitors.
TEST(Joint, GivesUpIfTheMonitorsAreTooMany) {
  const char* const model = R"(
bool b[7]; byte i;
active proctype P() { do :: i < 7 -> b[i] = !b[i]; i++ :: i < 7 -> i++ :: i == 7 -> i = 0 od })";
  CheckOptions options = asking({{Kind::Deadlock, ""}, {Kind::Ltl, "G i < 8"}});
  for (int n = 0; n < 7; ++n) {
    const std::string b = "b[" + std::to_string(n) + "]";
    options.properties.push_back({Kind::Ltl, "(G !" + b + ") | (i != 9 W (" + b + " & i < 8))"});
    options.properties.push_back({Kind::Ltl, "G (" + b + " -> G i < 8)"});
  }
  options.properties.push_back({Kind::Ltl, "G (b[6] -> G i < 7)"});
  const auto joint = checked(model, options);
  expect_same(joint, checked(model, apart(options)));
  EXPECT_EQ(joint.back().verdict, Verdict::Violated);
}

TEST(Joint, KeepsWhatWasFoundAtALimit) {
  CheckOptions options = asking({{Kind::Ltl, "G x < 3"}, {Kind::Ltl, "G x < 250"}, {Kind::Assertions, ""}});
  options.max_states = 100;
  options.reduce = Reductions::none();  // for assertions alone, x would be sliced
  const char* const model = "int x; active proctype P() { do :: x++ od }";
  for (const std::uint32_t threads : {1, 2}) {
    options.threads = threads;
    const auto joint = checked(model, options);
    ASSERT_EQ(joint.size(), 3U);
    EXPECT_TRUE(all_same_search(joint));
    EXPECT_EQ(joint[0].verdict, Verdict::Violated);
    EXPECT_TRUE(joint[0].counterexample.validated);
    EXPECT_EQ(joint[1].verdict, Verdict::Inconclusive);
    EXPECT_EQ(joint[2].verdict, Verdict::Inconclusive);
  }
  options.max_states = 0;
  options.threads = 1;
  options.time_limit = 1;
  const auto timed = checked(model, options);
  EXPECT_EQ(timed[0].verdict, Verdict::Violated);
  EXPECT_EQ(timed[2].verdict, Verdict::Inconclusive);
}

TEST(Joint, DecidesTheRestApartIfMemoryIsShort) {
  const char* const model = "int x; active proctype P() { do :: x < 20000 -> x++ :: x == 20000 -> break od }";
  CheckOptions options = asking({{Kind::Ltl, "G x < 3"}, {Kind::Ltl, "G x <= 20000"}, {Kind::Deadlock, ""}});
  options.memory_limit = 1 << 20;
  options.threads = 1;
  const auto joint = checked(model, options);
  expect_same(joint, checked(model, apart(options)));
  EXPECT_EQ(joint[0].verdict, Verdict::Violated);
}

TEST(Joint, ConcludesTheShortestRunsFirst) {
  struct Listener final : Observer {
    void decided(std::size_t property, const PropertyResult& result) override {
      if (result.verdict == Verdict::Violated) order.push_back(property);
    }
    std::vector<std::size_t> order;
  };
  Listener listener;
  CheckOptions options = asking({{Kind::Ltl, "G x < 90"}, {Kind::Ltl, "G x < 3"}, {Kind::Ltl, "G x < 30"}});
  options.threads = 1;
  const auto system = promela_system("byte x; active proctype P() { do :: x < 100 -> x++ :: else -> break od }");
  ASSERT_TRUE(check(*system, options, &listener));
  ASSERT_GE(listener.order.size(), 3U);
  listener.order.resize(3);  // all are told of once more when the search has ended
  EXPECT_EQ(listener.order, (std::vector<std::size_t>{1, 2, 0}));
}

TEST(Joint, TellsOfAViolationWhileItLooksForOthers) {
  struct Listener final : Observer {
    void note(const std::string& what) override { notes.push_back(what); }
    void decided(std::size_t, const PropertyResult&) override { notes_before_results = notes.size(); }
    std::vector<std::string> notes;
    std::size_t notes_before_results = 0;
  };
  for (const std::uint32_t threads : {1U, 2U}) {
    Listener listener;
    CheckOptions options = asking({{Kind::Assertions, ""}, {Kind::Ltl, "G x < 6"}, {Kind::Ltl, "G y < 2"}});
    options.threads = threads;
    options.reduce = Reductions::none();  // all properties join
    if (threads > 1) options.alone_states = 0;
    const auto system = promela_system(kCounters);
    ASSERT_TRUE(check(*system, options, &listener));
    ASSERT_EQ(listener.notes.size(), 2U) << threads;
    EXPECT_EQ(listener.notes_before_results, 2U);
    std::sort(listener.notes.begin(), listener.notes.end());
    EXPECT_EQ(listener.notes[0].find("violated  assertions ("), 0U) << listener.notes[0];
    EXPECT_EQ(listener.notes[1].find("violated  p1 ("), 0U) << listener.notes[1];
  }
}

}  // namespace
}  // namespace weir::test
