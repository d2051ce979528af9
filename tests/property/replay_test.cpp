// SPDX-License-Identifier: Apache-2.0
// A counterexample that `check --json` writes is a run that `simulate --replay` follows: names in a state tell its
// variables apart, and steps say who did what. (Random programs: tests/cross/differential_test.cpp.)
#include <weir/catalogue.h>
#include <weir/report.h>
#include <weir/weir.h>

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "frontend/open_model.h"
#include "report/json.h"

namespace weir::test {
namespace {

class Replay : public testing::Test {
 protected:
  Replay() : folder_(std::filesystem::temp_directory_path() / ("weir-replay-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Replay() override { std::filesystem::remove_all(folder_); }

  std::string write(const char* name, const std::string& text) const {
    const std::filesystem::path path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

  /// Checks the program and replays the violations; returns the number of runs replayed to their end.
  int replay(const std::string& program, const CheckOptions& options) const {
    const std::string model = write("m.pml", program);
    const Expected<CheckResult> result = check(model, options);
    if (!result) return 0;
    const std::string run = write("run.json", json_report(*result));
    int followed = 0;
    for (const PropertyResult& property : result->properties) {
      if (!property.has_counterexample) continue;
      SimulationListener silent;
      SimulateOptions simulation;
      simulation.replay_file = run;
      simulation.property = property.name;
      const Expected<SimulationEnd> end = simulate(model, simulation, silent);
      EXPECT_TRUE(end) << to_string(end.error()) << program;
      if (!end) continue;
      EXPECT_NE(end->reason, SimulationEnd::Reason::ReplayFailed) << property.name << ": " << end->message << program;
      if (property.kind == PropertyKind::Assertion) {
        EXPECT_EQ(end->reason, SimulationEnd::Reason::Fault) << program;
      }
      const std::size_t length = property.counterexample.prefix.size() + property.counterexample.cycle.size();
      EXPECT_GE(end->steps + 1, length) << property.name << program;
      ++followed;
    }
    return followed;
  }

  std::filesystem::path folder_;
};

TEST_F(Replay, StepsThatReadAlikeAreToldApartByWhatFollows) {
  const char* const programs[] = {
      "chan c = [2] of {byte}; active proctype P() { do :: c!1 :: c!1; assert(false) od }",
      "byte x, y; active proctype P() { do :: y = x :: y = x; x = 1; assert(false) od }",
      "byte x; active proctype P() { do :: true; x = 1 :: true; x = 2; break od; (x == 5) }",
      "byte x; active proctype P() { do :: skip :: skip; x = 1; assert(false) od }",
  };
  for (const char* program : programs) {
    CheckOptions options;
    options.reduce = Reductions::none();
    EXPECT_GE(replay(program, options), 1) << program;
  }
}

TEST_F(Replay, NamesThatAreSharedAreToldApart) {
  const char* const programs[] = {
      // A channel variable that is assigned, and the channel it was declared with.
      "chan a = [1] of {byte}; chan b = [1] of {byte};"
      "active proctype P() { byte v; a = b; a!1; b?v; assert(v == 2) }",
      "chan a = [1] of {byte}; chan b = [1] of {byte};"
      "active proctype P() { chan c; byte v; c = a; c!1; c = b; c!2; a?v; assert(v == 2) }",
      // A channel inside a structure.
      "typedef T { chan c = [1] of {byte}; byte z }; T o[2];"
      "active proctype P() { o[1].c!3; o[0].z = 1; assert(len(o[1].c) == 0) }",
      // Variables of two blocks, and of an inline used twice.
      "byte x; inline inc() { byte t; t = 3; x = x + t }"
      "active proctype P() { { byte y; y = 1; x = y } { byte y; y = 2; x = y } inc(); inc(); assert(false) }",
      // Processes that end, reused numbers, channels created during a run.
      "byte n; proctype Q(byte k) { chan own = [1] of {byte}; own!k; n = n + k; own?_ }"
      "init { run Q(1); (_nr_pr == 1); run Q(2); run Q(3); (_nr_pr == 1); assert(n == 7) }",
      "chan pass = [1] of {chan};"
      "active proctype A() { chan mine = [1] of {byte}; pass!mine; mine?2; assert(false) }"
      "active proctype B() { chan other; pass?other; other!2 }",
  };
  for (const char* program : programs) {
    for (const char* reduce : {"auto", "none"}) {
      EXPECT_EQ(replay(program, {.properties = {{PropertyRequest::Kind::Assertions, {}}},
                                 .reduce = parse_reductions(reduce).value()}),
                1)
          << program;
    }
  }
}

// An atom makes a hidden variable part of the state, in the check and in the simulation.
TEST_F(Replay, HiddenVariablesOfAtoms) {
  for (const char* claim : {"never { do :: x < 3 :: x == 3 -> break od }", "ltl f { [] (x < 3) }"}) {
    const std::string program = std::string("hidden byte x = 1; active proctype P() { x = 2; x = 3 } ") + claim;
    const char* const name = claim[0] == 'n' ? "never" : "f";
    EXPECT_EQ(replay(program, {.properties = {{PropertyRequest::Kind::Named, name}}}), 1) << claim;
  }
  // Also if the formula is simplified so that the atom disappears.
  CheckOptions simplified{.properties = {{PropertyRequest::Kind::Ltlf, "G X[!] (x == 1 | true)"}}};
  simplified.computations = Computations::Maximal;
  EXPECT_EQ(replay("hidden byte x; active proctype P() { x = 1 }", simplified), 1);
}

TEST_F(Replay, VariablesOfAStateHaveDifferentNames) {
  const auto same_names = [](TransitionSystem& system) {
    SuccessorBuffer initial;
    system.initial_states(initial);
    std::set<std::string> names;
    for (const Variable& variable : system.show(initial.state(0))) {
      EXPECT_TRUE(names.insert(variable.name).second) << variable.name;
    }
  };
  const std::string model = write("m.dve",
                                  "byte P = 1; process P { byte x; state a, b; init a; trans a -> b {}; }"
                                  " system async;");
  Expected<Model> opened = open_model(model, {});
  ASSERT_TRUE(opened) << to_string(opened.error());
  same_names(*opened->system);
}

}  // namespace
}  // namespace weir::test
