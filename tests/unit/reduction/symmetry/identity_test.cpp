// SPDX-License-Identifier: Apache-2.0
// Declared symmetry of processes with identities: accepted declarations, numbers of states, and refusals with their
// location. tests/cross/identity_test.cpp compares verdicts on random programs.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "frontend/dve/dve.h"
#include "oracle/orbits.h"
#include "reduction/combined/reduced_system.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

/// The number of states of the reduced system, or why the declaration is refused.
std::string reduced_states(ProgramSystem& system, const std::string& symmetry) {
  const Expected<SymmetryDeclaration> declared = parse_symmetry(symmetry);
  if (!declared) return to_string(declared.error());
  ReductionChoice choice;
  choice.symmetry = true;
  choice.declared = *declared;
  const ReducedSystem reduced(system, choice, {});
  if (!reduced.wrong_declaration().empty()) return to_string(reduced.wrong_declaration());
  return std::to_string(count_states(reduced).states);
}

std::string reduced_states(const std::string& promela, const std::string& symmetry) {
  std::string problems;
  const auto system = promela_system(promela, &problems);
  return system == nullptr ? problems : reduced_states(dynamic_cast<ProgramSystem&>(*system), symmetry);
}

void expect_orbits(const std::string& promela, const std::string& symmetry, const NamedIdentities& identities) {
  std::string problems;
  const auto system = promela_system(promela, &problems);
  ASSERT_NE(system, nullptr) << problems;
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  EXPECT_EQ(reduced_states(program, symmetry), std::to_string(count_orbits(program, identities)))
      << "of " << count_states(*system).states << "\n"
      << promela;
}

void expect_refused(const std::string& promela, const std::string& symmetry, const std::string& reason) {
  const std::string message = reduced_states(promela, symmetry);
  EXPECT_NE(message.find(reason), std::string::npos) << message << "\n" << promela;
}

std::string check_refusal(const std::string& promela, CheckOptions options) {
  const auto system = promela_system(promela);
  const Expected<CheckResult> result = check(*system, options);
  return result ? "" : to_string(result.error());
}

const char* const kFilter = R"(
#define lower(k) (k == _pid || level[k] < l)
byte level[3];
byte last[3] = 255;
byte inside;
active [3] proctype P() {
  byte l;
  do
  :: l = 1;
     do
     :: l < 3 -> level[_pid] = l;
        last[l] = _pid;
        (last[l] != _pid || (lower(0) && lower(1) && lower(2)));
        l++
     :: else -> break
     od;
     inside++;
     inside--;
     level[_pid] = 0
  od
})";

TEST(Identities, LeaveOneStateForEachClass) {
  expect_orbits(kFilter, "P", {"P", {0, 1, 2}, {"last"}, {"level"}});
  // An identity held by another process and by a message.
  expect_orbits(
      "byte x; chan c = [2] of { byte }; active [3] proctype P() { byte peer = 255;"
      " do :: c!_pid :: peer == 255 -> c?peer :: peer != 255 && peer != _pid -> x = peer; peer = 255 :: peer == _pid "
      "-> peer = 255 od }",
      "P", {"P", {0, 1, 2}, {"x", "c", ":peer"}, {}});
}

TEST(Identities, ArraysOfChannelsMoveToo) {
  expect_orbits(R"(
mtype = { req, ok };
chan up = [2] of { mtype, byte };
chan down[3] = [1] of { mtype };
active [3] proctype Client() { do :: up!req,_pid; down[_pid]?ok od }
active proctype Server() { byte c = 255; do :: up?req,c; down[c]!ok; c = 255 od })",
                "Client", {"Client", {0, 1, 2}, {"up", ":c"}, {"down"}});
}

TEST(Identities, MayBeAParameter) {
  const std::string text = R"(
bool flag[3];
byte owner = 255;
proctype P(byte me) {
  do
  :: atomic { owner == 255 -> owner = me };
     flag[me] = true;
     flag[me] = false;
     owner = 255
  od
}
init { byte i; atomic { for (i : 0 .. 2) { run P(i) } } })";
  const std::uint64_t plain = count_promela(text).states;
  const std::string states = reduced_states(text, "P(me)");
  // The initial state, the state without an owner, and an owner at each of three locations.
  EXPECT_EQ(states, "5");
  EXPECT_EQ(plain, 11U);
  EXPECT_EQ(reduced_states(text, "P"), "11") << "numbers of processes are not used: parameters tell them apart";
  expect_refused(text, "P(you)", "no variable `you`");
}

TEST(Identities, MayBeALaterParameter) {
  const std::string text = R"(
byte owner = 255;
bit on[3];
proctype P(byte kind; byte me) {
  do
  :: atomic { owner == 255 -> owner = me; on[me] = 1 - on[me] }
  :: owner != 255 && owner != me -> owner = 255
  od
}
init { byte i; atomic { for (i : 0 .. 2) { run P(7, i) } } })";
  const std::string states = reduced_states(text, "P(me)");
  ASSERT_EQ(states.find("refused"), std::string::npos) << states;
  EXPECT_LT(std::stoull(states), count_promela(text).states);
}

// All identities of a new process must be given: other variables begin with 0, which is one of them.
TEST(Identities, MayBeGivenToNewProcesses) {
  const auto with = [](const std::string& process, const std::string& arguments) {
    return "byte t = 255; proctype Q(" + process + " active [2] proctype P() { do :: t = _pid od } " +
           "active proctype R() { do :: t != 255 && _nr_pr < 5 -> run Q(" + arguments + ") od }";
  };
  const std::string states = reduced_states(with("byte kind; byte who) { t = who }", "7, t"), "P");
  EXPECT_EQ(states.find("refused"), std::string::npos) << states;
  expect_refused(with("byte kind) { byte who; t = who }", "7"), "P", "starts with 0");
  expect_refused(with("byte kind; bit who) { t = who }", "7, t"), "P", "truncate");
}

// Seven processes have more orders than are tried: the states of the processes determine the order.
TEST(Identities, ManyAreOrderedByTheirStates) {
  const auto body = [](const std::string& identity) {
    return "bool on; do :: on = !on :: d_step { last == 255 -> last = " + identity + "; last = 255 } od }\n";
  };
  const std::string numbered = "byte last = 255; active [7] proctype P() { " + body("_pid");
  const std::string parameter = "byte last = 255; proctype P(byte me) { " + body("me") +
                                "init { byte i; atomic { for (i : 0 .. 6) { run P(i) } } }";
  EXPECT_EQ(test::count_promela(numbered).states, 128U);
  EXPECT_EQ(test::count_promela(parameter).states, 129U);
  // The number of processes that are on, from none to all; and the initial state.
  EXPECT_EQ(reduced_states(numbered, "P"), "8");
  EXPECT_EQ(reduced_states(parameter, "P(me)"), "9");
}

TEST(Identities, PetersonForTwoIsAccepted) {
  expect_orbits(R"(
bool flag[2];
byte turn;
active [2] proctype P() {
  do
  :: flag[_pid] = true;
     turn = 1 - _pid;
     (!flag[1 - _pid] || turn == _pid);
     flag[_pid] = false
  od
})",
                "P", {"P", {0, 1}, {"turn"}, {"flag"}});
}

TEST(Identities, AFalseDeclarationIsRefusedWhereItFails) {
  const auto with = [](const std::string& statement) {
    return "byte x, turn; bool flag[3]; active [3] proctype P() { byte k; do :: turn = _pid; flag[_pid] = 1; "
           "flag[turn] = 0\n:: " +
           statement + " od }";
  };
  EXPECT_NE(reduced_states(with("skip"), "P").find_first_of("0123456789"), std::string::npos);
  expect_refused(with("turn == 0 -> turn = 1"), "P", "distinguishes P[0] from P[1]");
  expect_refused(with("turn == 2 -> turn = _pid"), "P", "distinguishes P[1] from P[2]");
  expect_refused(with("_pid == 1 -> x = 1"), "P", "distinguishes P[0] from P[1]");
  expect_refused(with("flag[1] -> x = 1"), "P", "distinguishes P[0] from P[1]");
  expect_refused(with("x = _pid + 1"), "P", "distinguishes");
  expect_refused(with("x = turn + 1"), "P", "uses an identity in arithmetic");
  expect_refused(with("turn < _pid -> x = 1"), "P", "by size");
  expect_refused(with("turn > 0 -> x = 1"), "P", "by size");
  expect_refused(with("flag[k] = 0; k = k + 1"), "P", "an identity");
  expect_refused(with("turn -> x = 1"), "P", "distinguishes P[0] from P[1]");  // 0 is one of them
  expect_refused(with("P[0]@here -> x = 1; here: skip"), "P", "distinguishes P[0] from P[1]");
  expect_refused(with("flag[0] && flag[3] && flag[1] && flag[2] -> x = 1"), "P", "distinguishes P[0] from P[1]");
  expect_refused(with("P@here -> x = 1; here: skip"), "P", "oldest");
  expect_refused(with("_last == 1"), "P", "_last");
  expect_refused(with("break"), "P", "only the youngest");
  // The message names the location.
  const std::string message = reduced_states(with("turn == 0 -> turn = 1"), "P");
  EXPECT_NE(message.find(":2:"), std::string::npos) << message;
  // Statements that treat all alike are not refused.
  for (const char* statement :
       {"flag[0] + flag[1] + flag[2] < 2 -> x = 1", "turn == 255 -> x = 1", "flag[2] && flag[0] && flag[1] -> x = 1",
        "!(_pid == 0 && _pid == 5) -> x = 1", "(_pid == 0 || _pid != 0) && (_pid == 1 -> 1 : _pid != 1) -> x = 1",
        "turn != _pid && !flag[turn] -> x = 1", "P[turn]@here -> x = 1; here: skip", "k = turn; x = 1; flag[k] = 0",
        "turn != 255 && P[turn]:k == turn -> x = 1"})
    EXPECT_EQ(reduced_states(with(statement), "P").find("refused"), std::string::npos)
        << statement << ": " << reduced_states(with(statement), "P");
  expect_refused(with("turn = 255"), "Q", "no process `Q`");
  expect_refused(with("skip"), "P: nothing", "no variable `nothing`");
  expect_refused(with("skip"), "P: x[]", "not an array");
  expect_refused(with("skip"), "P: x, 3", "--symmetry");
  expect_refused(with("x = x + 1"), "P: x", "uses an identity in arithmetic");
}

// A variable of a process that has ended reads as 0.
TEST(Identities, MayBeReadFromAProcessThatEndsUnlessZeroIsOneOfThem) {
  const std::string processes = " active [2] proctype P() { do :: t = _pid :: t == _pid -> x = 1 od }";
  const std::string keeper = " active proctype Q() { byte mine = 255; mine = t }";
  const std::string reader = " active proctype R() { do :: t = Q:mine od }";
  const std::string globals = "byte t = 255, x;";
  expect_refused(globals + processes + keeper + reader, "P", "reads as 0");
  const std::string states = reduced_states(globals + keeper + processes + reader, "P");
  EXPECT_EQ(states.find("refused"), std::string::npos) << states;
}

TEST(Identities, StoringMustNotTruncateToAnIdentity) {
  const auto with = [](const std::string& declaration, const std::string& statement) {
    return declaration + "; byte turn; active [3] proctype P() { do :: turn = _pid :: " + statement + " od }";
  };
  expect_refused(with("bit narrow", "narrow = turn"), "P", "too small");
  expect_refused(with("unsigned narrow : 2", "narrow = turn"), "P", "truncate");
  EXPECT_EQ(reduced_states(with("int wide", "wide = turn"), "P").find("refused"), std::string::npos);
  expect_refused(with("int wide", "wide = turn :: turn = wide"), "P", "truncate");
  expect_refused(with("byte other", "turn = 256 :: other = turn"), "P", "truncate");
  expect_refused(with("chan c = [1] of { byte, bit }", "c!0,turn"), "P", "a message field is too small");
  expect_refused(with("byte other; chan c = [1] of { int }, v", "v = c :: c!turn :: v?other"), "P", "truncate");
  expect_refused(
      "byte t; proctype Q() { byte mine; t = mine } active [2] proctype P() { do :: t = _pid od } "
      "active proctype R() { do :: run Q() od }",
      "P", "starts with 0");
}

TEST(Identities, PropertiesMustBeSymmetric) {
  const std::string text =
      "bool flag[2]; byte turn = 255; active [2] proctype P() { do :: flag[_pid] = 1; turn = _pid; cs: flag[_pid] = 0 "
      "od }";
  const auto message = [&](const PropertyRequest& property, const std::string& reduce = "auto",
                           const std::string& fair = "none") {
    CheckOptions options;
    options.properties = {property};
    options.symmetry = "P";
    options.reduce = parse_reductions(reduce).value();
    options.fair = find_choice<Fairness>(fair).value();
    return check_refusal(text, options);
  };
  EXPECT_EQ(message({Kind::Ltl, "G F \"flag[0] + flag[1] == 0\""}), "");
  EXPECT_EQ(message({Kind::Ltl, "G F \"P[0]@cs && P[1]@cs\""}), "");
  EXPECT_EQ(message({Kind::Ltl, "G (turn == 255)"}), "");
  EXPECT_NE(message({Kind::Ltl, "G F \"flag[0] == 1\""}).find("the property distinguishes P[0] from P[1]"),
            std::string::npos);
  EXPECT_NE(message({Kind::Ltl, "G F P[0]@cs"}).find("the property distinguishes P[0] from P[1]"), std::string::npos);
  EXPECT_NE(message({Kind::Ltl, "G (turn < 2)"}).find("the property"), std::string::npos);
  EXPECT_NE(message({Kind::Ltl, "G by(P,1)"}).find("the property distinguishes"), std::string::npos);
  EXPECT_EQ(message({Kind::Ltl, "G by(P)"}), "");
  EXPECT_NE(message({Kind::Assertions, ""}, "por").find("leaves it out"), std::string::npos);
  EXPECT_NE(message({Kind::Assertions, ""}, "none").find("leaves it out"), std::string::npos);
  EXPECT_NE(message({Kind::Assertions, ""}, "symmetry,por").find("not proved sound"), std::string::npos);
  EXPECT_NE(message({Kind::Ltl, "G F \"turn == 255\""}, "auto", "weak").find("fairness"), std::string::npos);
}

TEST(Identities, CounterexamplesAreRunsOfTheModel) {
  const auto system = promela_system(kFilter);
  ASSERT_NE(system, nullptr);
  for (const char* reduce : {"symmetry", "symmetry,merge,dead,slice", "auto"}) {
    for (const char* formula : {"G (inside == 0)", "F G (inside == 0)", "G F \"level[0] + level[1] + level[2] == 0\"",
                                "G !\"level[0] + level[1] + level[2] == 5\""}) {
      CheckOptions options;
      options.properties = {{Kind::Ltl, formula}};
      options.reduce = parse_reductions(reduce).value();
      options.symmetry = "P";
      const Expected<CheckResult> result = check(*system, options);
      ASSERT_TRUE(result) << to_string(result.error());
      EXPECT_EQ(result->properties[0].verdict, Verdict::Violated) << formula << " " << reduce;
      EXPECT_TRUE(result->properties[0].counterexample.validated) << formula << " " << reduce;
    }
  }
}

// A dead variable is set to a value that is not an identity, or kept if every value is one.
TEST(Identities, DeadVariablesOfIdentities) {
  for (const char* declaration : {"bit peer", "unsigned peer : 1", "byte peer", "bool peer[2]"}) {
    const bool is_array = std::string(declaration).ends_with("]");
    const auto system = promela_system("active [2] proctype P() { " + std::string(declaration) + "; skip; do :: peer" +
                                       (is_array ? "[1]" : "") + " = _pid; false; skip od }");
    ASSERT_NE(system, nullptr) << declaration;
    for (const char* reduce : {"symmetry", "merge,dead,symmetry", "merge,slice,symmetry", "auto"}) {
      CheckOptions options;
      options.properties = {{Kind::Deadlock, ""}};
      options.reduce = parse_reductions(reduce).value();
      options.symmetry = "P";
      const Expected<CheckResult> result = check(*system, options);
      ASSERT_TRUE(result) << to_string(result.error());
      EXPECT_EQ(result->properties[0].verdict, Verdict::Violated) << declaration << " " << reduce;
      EXPECT_TRUE(result->properties[0].counterexample.validated) << declaration << " " << reduce;
    }
  }
}

// Too many orders to try all: several states may represent a class, and runs of the model are still found.
TEST(Identities, MoreProcessesThanCanBeTriedInAllOrders) {
  const std::string text =
      "byte next[8] = 255; byte done; active [8] proctype P() { do :: atomic { done < 8 && next[_pid] == 255 -> "
      "if :: next[_pid] = 0 :: next[_pid] = 1 :: next[_pid] = 2 :: next[_pid] = 3 :: next[_pid] = 4 :: next[_pid] = 5 "
      ":: next[_pid] = 6 :: next[_pid] = 7 fi; done++ } od }";
  const auto system = promela_system(text);
  ASSERT_NE(system, nullptr);
  CheckOptions options;
  options.properties = {{Kind::Ltl, "G (done < 5)"}};
  options.symmetry = "P: next";
  const Expected<CheckResult> result = check(*system, options);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_EQ(result->properties[0].verdict, Verdict::Violated);
  EXPECT_TRUE(result->properties[0].counterexample.validated);
}

/// Process i of three; `other(k)` is generated for each of the others.
std::string dve_process(int i) {
  const std::string me = std::to_string(i);
  std::string guard, looks;
  for (int k = 0; k < 3; ++k) {
    if (k == i) continue;
    const std::string other = std::to_string(k);
    guard += "flag[" + other + "] == 0 and ";
    looks += ", a -> a { guard owner == " + other + " and P_" + other + ".cs; effect seen = " + other + "; }";
  }
  return "process P_" + me + " { byte seen = 255; state a, b, cs; init a; trans a -> b { guard " + guard +
         "owner == 255; effect flag[" + me + "] = 1; }, b -> cs { effect owner = " + me +
         ", seen = owner; }, cs -> a { effect flag[" + me + "] = 0, owner = 255; }" + looks + "; }\n";
}

std::string dve_states(const std::string& processes, const std::string& symmetry, std::uint64_t* plain = nullptr) {
  const Expected<Model> model =
      dve::read_dve(SourceText("m.dve", "byte flag[3]; byte owner = 255;\n" + processes + "system async;\n"));
  if (!model) return to_string(model.error());
  if (plain != nullptr) *plain = count_states(*model->system).states;
  return reduced_states(dynamic_cast<ProgramSystem&>(*model->system), symmetry);
}

TEST(Identities, OfDveProcessesAreConstants) {
  const std::string all = dve_process(0) + dve_process(1) + dve_process(2);
  std::uint64_t plain = 0;
  const std::string states = dve_states(all, "P_*: flag[], owner, P_*.seen", &plain);
  ASSERT_EQ(states.find_first_not_of("0123456789"), std::string::npos) << states;
  // Orbits have at most six states, and most states of three processes have such an orbit.
  EXPECT_GE(std::stoull(states) * 6, plain);
  EXPECT_LT(std::stoull(states) * 4, plain);
  EXPECT_EQ(dve_states(all, "P_0, P_1, P_2: flag[], owner, P_1.seen"), states);
  EXPECT_EQ(dve_states(all, "P_*: flag[], owner"), states) << "what `seen` holds follows";
  EXPECT_NE(dve_states(all, "P_*: owner").find("distinguishes P_0 from P_1"), std::string::npos);
  EXPECT_NE(dve_states(all, "P_*").find("declare the variables"), std::string::npos);
  // One of the processes differs.
  std::string other = dve_process(1);
  other.replace(other.find("owner = 1"), 9, "owner = 2");
  EXPECT_NE(
      dve_states(dve_process(0) + other + dve_process(2), "P_*: flag[], owner, P_*.seen").find("distinguishes P_0"),
      std::string::npos);
}

TEST(Identities, CoverageCountsWhatIsExchanged) {
  const auto system = promela_system(
      "byte turn = 255; active [2] proctype P() { do :: turn == 255 -> turn = _pid\n:: turn == _pid -> turn = 255\n"
      ":: turn == 0 && turn == 1 -> turn = 77 od }");
  CheckOptions options;
  options.properties = {{Kind::Assertions, ""}};
  options.symmetry = "P";
  const Expected<CheckResult> result = check(*system, options);
  ASSERT_TRUE(result) << to_string(result.error());
  std::vector<std::string> unreached;
  for (const UnreachedStatement& statement : result->unreached) unreached.push_back(statement.statement);
  std::sort(unreached.begin(), unreached.end());
  EXPECT_EQ(unreached, (std::vector<std::string>{"turn = 77", "turn == 0 && turn == 1"}));
}

}  // namespace
}  // namespace weir::test
