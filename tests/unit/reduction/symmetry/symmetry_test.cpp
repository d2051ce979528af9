// SPDX-License-Identifier: Apache-2.0
// Which processes are exchanged, how many states remain, and reasons for refusal. tests/cross/symmetry_test.cpp
// compares verdicts on random programs.
#include <gtest/gtest.h>

#include <string>

#include <weir/catalogue.h>

#include "frontend/dve/dve.h"
#include "reduction/combined/reduced_system.h"
#include "support/promela_states.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

/// The number of states of the reduced system, or the reason why there is none.
std::string reduced_states(TransitionSystem& system, const std::string& sees_stuttering = "") {
  ReductionChoice choice;
  choice.symmetry = true;
  choice.sees_stuttering = sees_stuttering;
  const ReducedSystem reduced(dynamic_cast<ProgramSystem&>(system), choice, {});
  if (!reduced.obstacle_to_symmetry().empty()) return reduced.obstacle_to_symmetry();
  return std::to_string(count_states(reduced).states);
}

std::string reduced_states(const std::string& promela, const std::string& sees_stuttering = "") {
  std::string problems;
  const auto system = promela_system(promela, &problems);
  return system == nullptr ? problems : reduced_states(*system, sees_stuttering);
}

std::string refusal(const std::string& promela, const PropertyRequest& property, const std::string& reduce) {
  const auto system = promela_system(promela);
  return verdicts(*system, {property}, {.reduce = reduce}).refusal;
}

/// The number of multisets of n elements from k kinds.
std::uint64_t bags(std::uint64_t n, std::uint64_t k) {
  std::uint64_t result = 1;
  for (std::uint64_t i = 1; i <= n; ++i) result = result * (k + i - 1) / i;
  return result;
}

std::string walkers(int count) {
  return "active [" + std::to_string(count) +
         "] proctype P() { byte k; do :: k < 2 -> k++ :: k == 2 -> k = 0; skip od }";
}

TEST(SymmetryOfProcesses, LeavesOneStateForEachMultisetOfProcessStates) {
  const std::uint64_t alone = count_promela(walkers(1)).states;
  ASSERT_GT(alone, 5U);
  for (int n = 2; n <= 5; ++n)
    EXPECT_EQ(reduced_states(walkers(n)), std::to_string(bags(static_cast<std::uint64_t>(n), alone))) << n;
}

TEST(SymmetryOfProcesses, ParametersMoveWithTheProcess) {
  // Two processes with 0 and two with 1 are exchanged within each pair.
  const std::string text =
      "proctype P(byte p) { byte k; do :: k < 2 -> k = k + 1 + p :: k >= 2 -> k = 0 od }"
      "init { atomic { run P(0); run P(1); run P(0); run P(1) } }";
  const std::uint64_t plain = count_promela(text).states;
  const std::uint64_t reduced = std::stoull(reduced_states(text));
  EXPECT_LT(reduced * 2, plain);
}

TEST(SymmetryOfProcesses, EndedProcessesAreLeftOut) {
  // Three processes with two steps each: multisets of {0, 1, ended}.
  const std::string text = "byte x; active [3] proctype P() { x = 1; x = 1 }";
  const std::string states = reduced_states(text);
  // x is 0 only at the start, 1 afterwards.
  EXPECT_EQ(states, std::to_string(bags(3, 3)));
  EXPECT_NE(reduced_states(text, "every step counts").find("every step counts"), std::string::npos);
}

TEST(SymmetryOfProcesses, TypesWithTheSameTextAreOneKind) {
  const std::string body = "() { byte k; do :: k < 2 -> k++ :: k == 2 -> k = 0; skip od } ";
  EXPECT_EQ(reduced_states("active proctype A" + body + "active proctype B" + body + "active proctype C" + body),
            reduced_states(walkers(3)));
  EXPECT_NE(reduced_states("active proctype A" + body +
                           "active proctype B() { byte k; do :: k < 2 -> k++ :: k == 2 -> k = 1; skip od }")
                .find("no two processes"),
            std::string::npos);
}

std::string dve_states(const std::string& text) {
  const Expected<Model> model = dve::read_dve(SourceText("m.dve", text));
  return model ? reduced_states(*model->system) : to_string(model.error());
}

TEST(SymmetryOfProcesses, DveProcessesAreCopies) {
  const auto process = [](const std::string& name, const std::string& rest) {
    return "process " + name + " { state idle, busy; init idle; trans idle -> busy { guard x == 0; effect x = " + rest +
           "; }, busy -> idle { effect x = 0; }; }\n";
  };
  const std::string end = "system async;\n";
  EXPECT_EQ(dve_states("byte x;\n" + process("A", "1") + process("B", "1") + process("C", "1") + end), "2");
  EXPECT_NE(dve_states("byte x;\n" + process("A", "1") + process("B", "2") + end).find("no two processes"),
            std::string::npos);
  const std::string watched = "byte x, y;\n" + process("A", "1") + process("B", "1") +
                              "process W { state a; init a; trans a -> a { guard A.busy; effect y = 1; }; }\n" + end;
  EXPECT_NE(dve_states(watched).find("no two processes"), std::string::npos) << dve_states(watched);
}

TEST(SymmetryOfProcesses, IdentityIsRefused) {
  const auto reason = [](const std::string& text) { return reduced_states(text); };
  EXPECT_NE(reason("byte x; active [2] proctype P() { do :: x = _pid od }").find("_pid"), std::string::npos);
  EXPECT_NE(reason("byte x; proctype P() { do :: skip od } init { x = run P(); run P() }").find("`run`"),
            std::string::npos);
  EXPECT_NE(reason("active [2] proctype P() { do :: _last == 0 -> skip od }").find("_last"), std::string::npos);
  EXPECT_NE(reason("active [2] proctype P() { do :: skip od } active proctype Q() { do :: enabled(0) -> skip od }")
                .find("referenced"),
            std::string::npos);
  EXPECT_NE(reason("active [2] proctype P() { a: do :: skip od } active proctype Q() { do :: P[0]@a -> skip od }")
                .find("by number"),
            std::string::npos);
  // Counting shows who ended last, so exchanging processes would be wrong.
  EXPECT_NE(reason("byte x; active [2] proctype P() { (_nr_pr == 1); x = 1 }").find("counted"), std::string::npos);
  EXPECT_NE(reason("active [2] proctype P() { chan c = [1] of { byte }; c!1 }").find("channels"), std::string::npos);
  EXPECT_NE(reason("active proctype P() { do :: skip od }").find("no two processes"), std::string::npos);
  EXPECT_EQ(reason("byte x; active [2] proctype P() { do :: x = 1 :: printf(\"%d\", _pid) od }"), "2");
}

TEST(SymmetryOfProcesses, APropertyAboutOneProcessIsRefused) {
  const std::string text = "byte x; active [2] proctype P() { do :: x = 1; a: x = 0 od }";
  EXPECT_NE(refusal(text, {Kind::Ltl, "G F P[0]@a"}, "symmetry").find("referenced by number"), std::string::npos);
  EXPECT_NE(refusal(text, {Kind::Ltl, "G F P@a"}, "symmetry").find("oldest"), std::string::npos);
  EXPECT_EQ(refusal(text, {Kind::Ltl, "G F X (x == 1)"}, "symmetry"), "");
  EXPECT_NE(refusal(text, {Kind::Deadlock, ""}, "symmetry,sleep").find("sleep sets"), std::string::npos);
  const std::string ending = "byte x; active [2] proctype P() { x = 1; x = 0 }";
  EXPECT_NE(refusal(ending, {Kind::Ltl, "X X (x == 1)"}, "symmetry").find("depends on X"), std::string::npos);
  EXPECT_NE(refusal(ending, {Kind::Ltl, "G (x == 0 -> dead)"}, "symmetry").find("`dead`"), std::string::npos);
  EXPECT_EQ(refusal(ending, {Kind::Ltl, "F dead"}, "symmetry"), "");
}

TEST(SymmetryOfProcesses, CounterexamplesAreRunsOfTheModel) {
  const std::string text = "byte in; active [3] proctype P() { byte k; do :: in++; k = 1; k = 2; in--; k = 0 od }";
  const auto system = promela_system(text);
  for (const char* reduce : {"symmetry", "symmetry,por", "auto"}) {
    for (const char* formula : {"G (in < 3)", "F G (in == 0)", "G F (in == 0)"}) {
      CheckOptions options;
      options.properties = {{Kind::Ltl, formula}};
      options.reduce = parse_reductions(reduce).value();
      const Expected<CheckResult> result = check(*system, options);
      ASSERT_TRUE(result) << to_string(result.error());
      EXPECT_EQ(result->properties[0].verdict, Verdict::Violated) << formula << " " << reduce;
      EXPECT_TRUE(result->properties[0].counterexample.validated) << formula << " " << reduce;
    }
  }
}

TEST(SymmetryOfProcesses, CoversTheStatementsOfAllTypesOfAKind) {
  const std::string body = "() { byte k; do :: x = 1; k = 1 :: k == 2 -> x = 2 od } ";
  const auto system = promela_system("byte x; active proctype A" + body + "\nactive proctype B" + body);
  CheckOptions options;
  options.properties = {{Kind::Assertions, ""}};
  for (const char* reduce : {"symmetry", "symmetry,merge,por", "none"}) {
    options.reduce = parse_reductions(reduce).value();
    const Expected<CheckResult> result = check(*system, options);
    ASSERT_TRUE(result) << to_string(result.error());
    EXPECT_TRUE(result->coverage_known) << reduce;
    std::vector<std::string> unreached;
    for (const UnreachedStatement& statement : result->unreached) unreached.push_back(statement.statement);
    EXPECT_EQ(unreached, (std::vector<std::string>{"k == 2", "x = 2", "k == 2", "x = 2"})) << reduce;
  }
}

// `dead` shows the order of the last steps, although each step is invisible.
TEST(ReductionsOfOrder, KeepTheOrderThatDeadShows) {
  const std::string text = "byte x, y; active proctype A() { x = 1; (false) } active proctype B() { y = 1; (false) }";
  const auto system = promela_system(text);
  for (const char* reduce : {"none", "auto"})
    EXPECT_EQ(verdicts(*system, {{Kind::Ltl, "G (x == 1 -> dead)"}}, {.reduce = reduce}).words,
              std::vector<std::string>{"violated"})
        << reduce;
  EXPECT_NE(refusal(text, {Kind::Ltl, "G (x == 1 -> dead)"}, "por").find("`dead`"), std::string::npos);
  EXPECT_EQ(refusal(text, {Kind::Ltl, "G F (x == 2 || dead)"}, "por"), "");
  EXPECT_EQ(refusal(text, {Kind::ProgressCycles, ""}, "por"), "");
}

}  // namespace
}  // namespace weir::test
