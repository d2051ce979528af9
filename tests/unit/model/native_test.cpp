// SPDX-License-Identifier: Apache-2.0
// Native code agrees with the interpreter, construct by construct, including run-time errors.
#include <gtest/gtest.h>

#include "model/program_system.h"
#include "support/compare_executors.h"
#include "support/grammar/shrink.h"
#include "support/promela/generate.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

bool has_native_code() {
  const auto system = promela_system("byte x; active proctype P() { x = 1 }");
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  program.use(Executor::Native);
  SuccessorBuffer out;
  program.initial_states(out);
  const StateView state = out.state(0);
  SuccessorBuffer next;
  program.successors(state, next);
  return program.interpreter().native_code() != nullptr;
}

#define WEIR_NEED_NATIVE() \
  if (!has_native_code()) GTEST_SKIP() << "native code is not supported on this machine"

ExecutorComparison compare(const std::string& text, const std::vector<std::string>& atoms = {}) {
  return compare_executors([&] { return promela_system(text); }, 3000, atoms);
}

void expect_same(const std::string& text, const std::vector<std::string>& atoms = {}) {
  const ExecutorComparison result = compare(text, atoms);
  EXPECT_EQ(result.difference, "") << text;
  EXPECT_GT(result.steps, 0U) << text;
  EXPECT_GT(result.compiled, 0U) << text;
}

TEST(Native, Arithmetic) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
int x = -7; int y = 3; short s = 300; byte b = 200; bit f; unsigned u : 3 = 5; int r;
active proctype P() {
  do
  :: r = x + y * 2 - (x / y) + (x % y)
  :: r = (x << 2) ^ (y >> 1) | (s & 255); s = s + 20000
  :: r = (x < y) + (x <= y) + (x > y) + (x >= y) + (x == y) + (x != y)
  :: r = -x; x = ~y; b = b + 100; u = u + 3; f = 1 - f
  :: r = x / (-1); r = r % (y - 4); y = (x > 3 -> y + 1 : y - 1)
  :: b = (b << (u & 7)) >> 1; x = (x && !y) || (b > 3 && u != 2)
  :: (x < 10 && (y > 0 || b == 4)) -> x = x + 1
  od
})");
}

TEST(Native, ArraysStructuresAndOtherProcesses) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
typedef T { byte a; short b[3]; bit c };
T t[2]; byte i; bool g[4]; int k[3];
proctype Q(byte n) { byte z[3]; again: z[n] = z[n] + 1; i = z[n] % 2; if :: z[n] < 3 -> goto again :: else fi }
active proctype P() {
  run Q(0); run Q(2);
  do
  :: t[i].b[i + 1] = t[1 - i].b[i] + 1; t[i].c = !t[i].c
  :: g[k[i]] = !g[i]; k[i] = (k[i] + 1) % 4
  :: Q[1]@again -> i = 0
  :: Q[1]:n == 0 && _nr_pr > 1 -> i = 1
  :: pc_value(1) > 2 -> t[0].a = _pid
  od
})",
              {"np_", "accept_", "i == 1", "Q[1]@again", "Q[2]:n == 2", "t[i].b[1] > 2", "_nr_pr == 3"});
}

TEST(Native, ChannelsOfMoreThanAByteOfMessages) {
  WEIR_NEED_NATIVE();
  expect_same(
      R"(
chan c = [300] of { byte, short }; chan d = [256] of { byte }; chan e = [2] of { byte }; chan v[2]; byte x; short y;
active proctype P() {
  v[0] = d; v[1] = e;
  do :: nfull(c) -> c!len(c), len(c) :: full(c) -> break od;
  do :: full(v[0]) -> break :: len(v[0]) < 256 -> v[0]!len(c) - len(d) od;
  do :: full(v[1]) -> break :: len(v[1]) < 2 -> v[1]!9 od;
  do
  :: c?x, y :: c??255, y :: c??x, 256 :: c?<x, y> :: c??<7, y> :: nfull(c) && len(c) > 290 -> c!1, y
  :: v[x % 2]?x :: v[0]??4 :: nfull(v[1]) -> v[1]!x :: empty(c) -> break
  :: (len(c) < 296 || len(d) < 254) -> break
  od
})",
      {"len(c) == 300", "len(c) > 255", "full(d)", "empty(c)", "nfull(c)", "len(v[0]) == 256", "len(v[1]) == 2"});
}

TEST(Native, BufferedChannels) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
mtype = { one, two, three };
chan c = [3] of { mtype, byte, short }; chan d = [1] of { bit }; chan e[2] = [2] of { byte }; byte x; short y; byte n;
active proctype P() {
  do
  :: c!one,x,y :: c!two(x + 1, -y) :: nfull(d) -> d!1 :: e[n]!x :: c!!three,2,1 :: e[1 - n]!!x
  :: n = 1 - n :: x = (x + 1) % 3
  od }
active proctype Q() {
  byte z;
  do
  :: c?one,z,y :: c??two,z,_ :: c?eval(three),x,y :: d?_ :: e[n]?z :: e[n]?<z> :: c??<one,2,y> :: e[0]??eval(x)
  :: len(c) == 3 && full(d) -> y = len(e[n]) :: empty(e[n]) -> y = 7
  od })",
              {"len(c) == 2", "full(d)", "empty(e[1])"});
}

// A message may be compared with an expression that contains jumps.
TEST(Native, Polls) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
chan c = [2] of { byte, byte }; chan e[2] = [2] of { byte }; byte x; byte y;
active proctype P() { do :: c!x,y :: e[y]!x :: c?_,_ :: x = (x + 1) % 3 :: y = 1 - y od }
active proctype Q() {
  byte z;
  do
  :: c?[eval(x),_] -> z = 1 :: c?[1,eval(y)] -> z = 2 :: c??[2,_] -> z = 3 :: e[y]?[eval(x)] -> z = 4
  :: c?[eval((x > 1 -> y : x)),_] -> z = 5 :: c?[eval(x && y),_] -> z = 6 :: c?[_,eval(x || y)] -> z = 7
  :: e[(x > 0 -> 1 : 0)]?[_] -> z = 8 :: x + (y + (x + (y + (x + (y + c?[1,_]))))) == 4 -> z = 9
  od })",
              {"c?[1,0]", "c?[eval((x > 1 -> y : x)),_]", "c?[eval(x && y),_]", "e[y]?[_]"});
}

TEST(Native, ChannelsThatAreValues) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
chan a = [2] of { byte, chan }; chan b = [1] of { byte, chan }; chan r = [0] of { byte };
proctype P(chan in; chan out; byte me) {
  chan other; byte v;
  do :: out!me,r :: in?v,other :: other!v :: in??eval(me),other :: len(in) > 1 -> v = 0 od }
active proctype Q() { byte z; do :: r?z od }
init { run P(a, b, 1); run P(b, a, 2) })");
  // What is received from may have room or not.
  expect_same(R"(
chan r = [0] of { byte }; chan q = [1] of { byte };
proctype R(chan from) { byte v; do :: from?v :: from?7 -> v = 9 :: from?[3] -> v = 8 od }
active proctype S() { byte k; do :: r!k :: q!k :: k = (k + 3) % 8 od }
init { run R(r); run R(q) })");
}

TEST(Native, Rendezvous) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
chan c = [0] of { byte, byte }; chan q[2] = [0] of { byte }; byte x; byte y;
active [2] proctype S() { do :: c!_pid,x :: q[x % 2]!y :: atomic { c!3,y; x = 1 } od }
active proctype R() { byte z; do :: c?z,y :: c?eval(x),y :: q[0]?z :: q[y % 2]?x :: d_step { q[1]?z; x = z % 2 } od }
active proctype T() { atomic { c?x,y; x = x % 3; y = y % 2 } ; do :: q[1]?eval(y) -> x = 0 od })");
}

TEST(Native, SequencesWithoutInterruption) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
byte x; byte y; chan c = [2] of { byte };
active [2] proctype P() {
  byte i;
  do
  :: atomic { x < 4 -> x++; if :: y = x :: x = 0 :: y > 2 -> skip fi; i = y }
  :: d_step { x > 0 -> i = 0; do :: i < x -> i++; y = i % 3 :: else -> break od; x = 0 }
  :: d_step { nempty(c); c?i; y = i % 4 }
  :: atomic { c!x; c!y; x = 0 }
  :: timeout -> c?_
  :: else -> x = (x + 1) % 5
  od unless { x == 9 }
})");
}

TEST(Native, ElseThatBeginsADStep) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
byte x, y;
active [2] proctype P() {
  do
  :: d_step { x < 4 -> x++; y = x % 2 }
  :: x == 2 -> y = 3
  :: d_step { else -> y = 7; x = 0 }
  od
})");
}

TEST(Native, ProcessesComeAndGo) {
  WEIR_NEED_NATIVE();
  expect_same(R"(
byte n; chan back = [2] of { byte };
proctype Child(byte k) provided (n < 4) { byte j = k; chan own = [1] of { byte }; own!j; own?n; back!k }
active proctype P() { byte r; do :: _nr_pr < 5 -> run Child(r) :: back?r :: _last == 0 -> r = 1 od })");
}

TEST(Native, ErrorsAreReportedAlike) {
  WEIR_NEED_NATIVE();
  for (const char* text : {
           "byte a[2]; byte i; active proctype P() { do :: a[i] = 1 :: i++ od }",
           "byte a[2]; byte i; active proctype P() { do :: a[i] == 0 -> i++ od }",
           "byte z = 3; int x; active proctype P() { do :: z = z - 1 :: x = 4 / z :: x = 5 % z od }",
           "byte x; active proctype P() { do :: x++ :: assert(x < 7) :: x > 8 -> assert(x != 9) od }",
           "chan c; chan d = [1] of {byte}; byte x; active proctype P() { do :: x++ :: x > 3 -> c!1 :: d!x od }",
           "byte x; active proctype P() { do :: d_step { x++; x < 5 } od }",
           "byte x; active proctype P() { do :: d_step { do :: x = 1 - x od } :: atomic { do :: x = 1 - x od } od }",
           "chan r = [0] of {byte}; byte x; active proctype P() { do :: r!x :: d_step { x > 2; r!1 } :: x++ od } "
           "active proctype Q() { byte a[2]; do :: r?a[x] :: atomic { r?x; assert(x < 3) } od }",
       }) {
    const ExecutorComparison result = compare(text);
    EXPECT_EQ(result.difference, "") << text;
    EXPECT_GT(result.faults, 0U) << text;
  }
}

TEST(Native, RandomPrograms) {
  WEIR_NEED_NATIVE();
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Node program = generate_program(seed).tree;
    const auto differs = [](const Node& candidate) {
      const std::string text = to_text(candidate);
      if (promela_system(text) == nullptr) return false;
      return !compare_executors([&] { return promela_system(text); }, 150, {"np_"}).difference.empty();
    };
    if (!differs(program)) continue;
    const std::string small = to_text(shrink(program, differs));
    FAIL() << "seed " << seed << "\n" << small << compare(small).difference;
  }
}

}  // namespace
}  // namespace weir::test
