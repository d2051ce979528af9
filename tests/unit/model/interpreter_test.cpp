// SPDX-License-Identifier: Apache-2.0
// One construct per test. State counts are those of Spin 6.5.2: spin -a -o1 -o2 -o3, cc -DNOREDUCE -DSAFETY, pan -c0.
#include <gtest/gtest.h>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/promela_states.h"

namespace weir::test {
namespace {

void expect_states(const char* text, std::uint64_t states, std::uint64_t transitions) {
  const StateCount count = count_promela(text);
  EXPECT_EQ(count.states, states) << text << count.message;
  EXPECT_EQ(count.transitions, transitions) << text;
}

TEST(Interpreter, AtomicSequencesAreOneStep) {
  expect_states("byte x; active proctype P() { atomic { x++; x++; x = 0 }; x = 3 } active proctype Q() { x = 4 }", 15,
                19);
}

TEST(Interpreter, EveryKindOfStatement) {
  expect_states(R"(
byte x; chan c = [2] of {byte,byte}; chan r = [0] of {byte};
proctype P(byte i) { byte k;
 atomic { x++; k = x; x < 5; if :: x++ :: skip fi; x = 0 };
 c!k,1; r?k; { k = 3; x = 2 } unless { x == 3 };
 do :: x < 3 -> x++ :: else -> break od; skip;
 d_step { k = 1; x = 2 }
}
active proctype Q() { byte z; end: do :: c?z,_ :: r!3 :: timeout -> break od }
init { run P(1); run P(2) }
)",
                1322, 3232);
}

TEST(Interpreter, FailingAssertionIsAFault) {
  const StateCount count = count_promela("byte x; active proctype P() { x = 1; assert(x == 2) }");
  EXPECT_EQ(count.assertions, 1U);
  EXPECT_EQ(count.message, "assertion violated: assert(x == 2)");
}

TEST(Interpreter, RuntimeErrorsAreFaults) {
  EXPECT_EQ(count_promela("byte a[2]; byte i = 2; active proctype P() { a[i] = 1 }").message,
            "array index out of range");
  EXPECT_EQ(count_promela("byte z; int x; active proctype P() { x = 4 / z }").message, "division by zero");
  EXPECT_EQ(count_promela("chan c, d = [1] of {byte}; active proctype P() { c!1 }").message,
            "use of an uninitialised or deleted channel");
  EXPECT_EQ(count_promela("proctype Q() { false } active proctype P() { do :: run Q() od }").message,
            "too many processes (255 at most)");
  EXPECT_EQ(count_promela("byte x; active proctype P() { d_step { skip; x > 0 } }").message,
            "a statement inside d_step blocks");
}

/// The initial state, and the two states of the sequence in which P keeps control.
TEST(Interpreter, EndlessAtomicSequenceIsSeenTransitionByTransition) {
  const StateCount count = count_promela("byte x; active proctype P() { atomic { do :: x = 1 - x od } }");
  EXPECT_EQ(count.states, 3U);
  EXPECT_EQ(count.deadlocks, 0U);
}

/// 133 states each, by Spin 6.5.2 (-o1 -o2 -o3, -DNOREDUCE); 193 without `hidden`.
TEST(Interpreter, HiddenVariablesCountOnlyWhereTheyCanBeRead) {
  const std::string before = "hidden byte h; byte x; active [2] proctype P() { byte i; do :: i < 3 -> ";
  const std::string after = "; i++ :: else -> break od }";
  EXPECT_EQ(count_promela(before + "atomic { h = i; x = x + h }" + after).states, 133U);
  EXPECT_EQ(count_promela(before + "h = i" + after).states, 133U);
  // A property that mentions a hidden variable makes it an ordinary one.
  const auto system = promela_system(before + "h = i" + after);
  ASSERT_TRUE(system->resolve("h == 1"));
  EXPECT_EQ(count_states(*system).states, 193U);
  // A written value must still be there when it is read, any number of steps later.
  EXPECT_TRUE(
      count_promela("hidden byte h; byte x; active proctype P() { h = 3; x = 1; x = 2; assert(h == 3) }").safe());
  EXPECT_TRUE(
      count_promela("hidden byte h[2]; byte x; active proctype P() { h[1] = 3; x = 1; assert(h[x] == 3) }").safe());
  EXPECT_TRUE(count_promela("hidden byte h = 3; byte x; active proctype P() { x = h; assert(x == 3) }").safe());
}

TEST(Interpreter, UnsignedVariablesOfMoreThanAByte) {
  EXPECT_TRUE(
      count_promela("typedef T { unsigned a : 12; byte b }; chan c = [1] of { T }; active proctype P() { T t, u; "
                    "t.a = 4000; t.b = 7; c!t; c?u; assert(u.a == 4000 && u.b == 7) }")
          .safe());
  // Q waits for ever if it misses the label.
  EXPECT_EQ(count_promela("active proctype P() { unsigned v : 12; v = 4000; here: v = 0 } "
                          "active proctype Q() { P@here -> assert(P:v == 4000 || P:v == 0) }")
                .assertions,
            0U);
}

TEST(Interpreter, ProcessesThatDoNotExistHaveNoVariables) {
  // Process 1 has a smaller frame than P, and stands at the end of the state.
  EXPECT_TRUE(count_promela("active proctype P() { int a[9]; a[8] = 7 } active proctype Q() { assert(P[_pid]:a[8] == 0 "
                            "&& P[_pid + 1]:a[8] == 0) }")
                  .safe());
  EXPECT_TRUE(count_promela("active proctype P() priority 2 { set_priority(_nr_pr, 9); set_priority(_nr_pr + 1, 9); "
                            "assert(get_priority(0) == 2) }")
                  .safe());
}

TEST(Interpreter, ASenderIsEnabledIfAnyProcessReceives) {
  const std::string asks =
      "chan c = [0] of { byte }; active proctype P() { enabled(1) -> assert(false) } active proctype S() { c!3 } "
      "active proctype T() { c?4 } ";
  EXPECT_EQ(count_promela(asks).assertions, 0U);
  EXPECT_GT(count_promela(asks + "active proctype R() { c?3 }").assertions, 0U);
}

bool always_again(const std::string& text, const char* atom, const char* fair) {
  const auto system = promela_system(text);
  CheckOptions options;
  options.properties = {{PropertyRequest::Kind::Ltl, std::string("G F (") + atom + ")"}};
  options.fair = find_choice<Fairness>(fair).value();
  options.threads = 1;
  const auto result = check(*system, options);
  EXPECT_TRUE(result && result->properties[0].verdict != Verdict::Inconclusive);
  return result && result->properties[0].verdict == Verdict::Holds;
}

TEST(Interpreter, FairnessForProcessesThatAreCreatedInALoop) {
  const std::string text =
      "byte x; proctype W() { do :: x == 1 -> x = 2 :: x == 2 -> x = 1 od } active proctype S() { byte k; do :: k = 1 -"
      " k od } init { byte i; x = 1; do :: i < 2 -> run W(); i++ :: else -> break od }";
  EXPECT_FALSE(always_again(text, "x == 2", "none"));
  EXPECT_TRUE(always_again(text, "x == 2", "weak"));
}

/// As for `pan -f`, a receiver that waits for a rendezvous is blocked.
TEST(Interpreter, ARendezvousIsAStepOfItsSender) {
  const std::string text =
      "chan r = [0] of { byte }; byte got; active proctype S() { byte k; do :: r!1 :: k = 1 - k od } active proctype "
      "R()"
      " { byte v; do :: r?v -> got = 1; got = 0 od }";
  EXPECT_FALSE(always_again(text, "got == 1", "weak"));
}

TEST(Interpreter, DescribesAStep) {
  const auto system = promela_system(
      "mtype = { HELLO }; chan c = [0] of { mtype, byte };\n"
      "active proctype S() { c!HELLO(3) }\n"
      "active proctype R() { byte x; c?HELLO,x; printf(\"got %d\\n\", x) }\n");
  ASSERT_NE(system, nullptr);
  SuccessorBuffer first;
  system->initial_states(first);
  SuccessorBuffer second;
  system->successors(first.state(0), second);
  ASSERT_EQ(second.size(), 1U);
  const StepDescription step = system->describe(first.state(0), second.step(0), second.state(0));
  EXPECT_EQ(step.process, "S[0]");
  EXPECT_EQ(step.line, 2U);
  ASSERT_TRUE(step.communication.has_value());
  EXPECT_EQ(step.communication->kind, Communication::Kind::Rendezvous);
  EXPECT_EQ(step.communication->channel, "c");
  EXPECT_EQ(step.communication->message, "HELLO,3");
  EXPECT_EQ(step.communication->receiver, "R[1]");
  SuccessorBuffer third;
  system->successors(second.state(0), third);
  ASSERT_FALSE(third.empty());
  EXPECT_EQ(system->describe(second.state(0), third.step(0), third.state(0)).output, "got 3\n");
}

TEST(Interpreter, KnowsEventAtoms) {
  const auto system = promela_system(
      "mtype = { A, B }; chan c = [1] of { mtype };\n"
      "active proctype S() { atomic { skip; c!A } }\n");
  ASSERT_NE(system, nullptr);
  const auto sent = system->resolve("sent(c)");
  const auto sent_a = system->resolve("sent(c,A)");
  const auto sent_b = system->resolve("sent(c,B)");
  const auto by = system->resolve("by(S)");
  const auto length = system->resolve("len(c) == 1");
  ASSERT_TRUE(sent && sent_a && sent_b && by && length);
  SuccessorBuffer first;
  system->initial_states(first);
  SuccessorBuffer second;
  system->successors(first.state(0), second);
  ASSERT_EQ(second.size(), 1U);
  EXPECT_TRUE(system->occurs(sent->id, first.state(0), second.step(0)));
  EXPECT_TRUE(system->occurs(sent_a->id, first.state(0), second.step(0)));
  EXPECT_FALSE(system->occurs(sent_b->id, first.state(0), second.step(0)));
  EXPECT_TRUE(system->occurs(by->id, first.state(0), second.step(0)));
  EXPECT_FALSE(system->holds(length->id, first.state(0)));
  EXPECT_TRUE(system->holds(length->id, second.state(0)));
}

}  // namespace
}  // namespace weir::test
