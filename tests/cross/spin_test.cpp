// SPDX-License-Identifier: Apache-2.0
// Runs Spin on the examples and on each construct of the language, and compares states, transitions and whether an
// error is found. tests/cross/spin_random_test.cpp tests random programs.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/corpus.h"
#include "support/promela_states.h"
#include "support/spin.h"
#include "support/spin_difference.h"

namespace weir::test {
namespace {

/// Assignments, prints and assertions never block. Spin counts a statement as reached when it is tried, weir when it is
/// executed; for these statements there is no difference.
bool never_blocks(const std::string& statement) {
  static const std::regex assignment(R"([^=<>!]+(\+\+|--| ?= ?[^=].*))");
  return statement.starts_with("assert(") || statement.starts_with("printf(") ||
         std::regex_match(statement, assignment);
}

/// "P 12" for each such statement that Spin has not reached.
std::set<std::string> unreached_by_spin(const std::string& output) {
  std::set<std::string> result;
  static const std::regex head(R"(unreached in (proctype|init) ?(\S*))");
  static const std::regex state("^\\s+\\S+:([0-9]+), state [0-9]+, \"(.*)\"$");
  std::istringstream lines(output);
  std::string process;
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, head)) process = match[1] == "init" ? "init" : match[2].str();
    if (line.starts_with("unreached in claim")) process.clear();
    if (process.empty()) continue;
    if (std::regex_match(line, match, state) && never_blocks(match[2])) result.insert(process + " " + match[1].str());
  }
  return result;
}

std::string unreached_difference(const std::string& text, const SpinResult& spin) {
  const std::set<std::string> expected = unreached_by_spin(spin.output);
  for (const Reductions reduce : {Reductions::none(), Reductions::automatic()}) {
    const std::unique_ptr<TransitionSystem> system = promela_system(text);
    const Expected<CheckResult> result = check(*system, CheckOptions{.reduce = reduce});
    if (!result) return to_string(result.error());
    if (!result->coverage_known) return {};
    std::set<std::string> ours;
    for (const UnreachedStatement& statement : result->unreached) {
      if (never_blocks(statement.statement)) ours.insert(statement.process + " " + std::to_string(statement.line));
    }
    if (ours == expected) continue;
    std::string difference = "unreached, reduced by " + to_string(reduce) + ":";
    for (const std::string& line : ours) difference += expected.contains(line) ? "" : " +" + line;
    for (const std::string& line : expected) difference += ours.contains(line) ? "" : " -" + line;
    return difference;
  }
  return {};
}

constexpr std::uint64_t kStates = 20000;
constexpr std::uint64_t kExampleStates = 200000;

/// Empty if the counts agree or cannot be compared.
std::string difference(const std::string& text, bool& compared, std::uint64_t limit = kStates,
                       bool with_unreached = false) {
  const SpinDifference found = compare_with_spin(text, limit);
  compared = found.compared;
  return found.text + (compared && with_unreached ? unreached_difference(text, found.spin) : std::string());
}

TEST(Spin, ExamplesAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(source_dir() / "examples")) {
    if (entry.path().extension() != ".pml") continue;
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    bool compared = false;
    EXPECT_EQ(difference(text.str(), compared, kExampleStates, true), "") << entry.path().filename();
    EXPECT_TRUE(compared) << entry.path().filename() << " could not be compared";
    ++count;
  }
  EXPECT_GE(count, 15);
}

/// Not compared: statements inside d_step, which Spin does not count, and declarations, which Spin puts on another
/// line.
TEST(Spin, UnreachedStatementsAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string program = R"(byte x, y;
chan c = [0] of { byte }; chan d = [1] of { byte };
active proctype P() {
  if
  :: x < 5 -> x = 1
  :: x > 5 -> x = 7; printf("never")
  fi;
  atomic {
    y = 1;
    if
    :: y == 1 -> y = 2
    :: else -> y = 4; assert(false)
    fi
  };
  c!4;
  goto done;
  x = 8;
done:
  y = 9
}
proctype Never() {
  x = 100
}
active proctype Q() {
  byte v;
  c?v;
  do
  :: v == 4 -> v = 3; break
  :: v > 4 -> v = 2
  od;
  d!v;
  if
  :: d?4 -> v = 10
  :: d?3 -> v = 11
  fi
}
)";
  bool compared = false;
  EXPECT_EQ(difference(program, compared, kStates, true), "");
  EXPECT_TRUE(compared);
  EXPECT_GE(unreached_by_spin(run_spin(program).output).size(), 6U);
}

/// One program per construct.
TEST(Spin, ConstructsAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const char* const programs[] = {
      // select, for over a range and over an array
      "byte x, y; int a[3]; active proctype P() { int i; select (i : 2 .. 5); x = i; for (i in a) { a[i] = i; };"
      " for (i : 1 .. 3) { y = y + i }; select(i : x .. x+2); x = i }",
      // sorted sends of several fields, ??<>, ??[], ??
      "chan c = [4] of { byte, short }; active proctype P() { c!!3,1; c!!1,9; c!!3,-2; c!!1,2 }"
      " active proctype Q() { byte b; short s; (len(c) == 4); c?"
      "?<b,9>; assert(b==1); c??[3,1] -> c??3,s;"
      " assert(s == -2); c?b,s; assert(b == 1 && s == 2) }",
      // priorities: declared, given to run, changed
      "byte cnt; byte who; active proctype A() priority 3 { byte i; do :: i < 2 -> cnt++; i++; who = _pid :: else ->"
      " break od; set_priority(_pid, 1); cnt = cnt + 10 } active proctype B() priority 2 { cnt++; _priority = 4;"
      " who = 7; cnt++ } init priority 1 { cnt = cnt * 2; run C(3) priority 5 } proctype C(byte z) { cnt = z }",
      // provided with _pid
      "byte turn; active [3] proctype P() provided (turn % 3 == _pid) { do :: turn < 7 -> turn++ :: else -> turn++;"
      " break od }",
      // remote references
      "byte x; active proctype A() { byte v = 3; L: v++; x = 1; M: v = v * 2 } active proctype B() { (A@M) ->"
      " assert(A:v == 4); (A[0]:v == 8) -> x = 2 }",
      // unless around do and atomic, a jump inside d_step
      "byte x; chan c = [1] of { byte }; active proctype P() { { do :: x < 5 -> x++ :: c!x od } unless { atomic {"
      " (x == 3) -> x = 9; x = 10 } }; { atomic { x = 1; x = 2; c?_ } } unless { x == 10 -> x = 11 } }"
      " active proctype Q() { d_step { x == 2 -> x = 3; if :: x == 3 -> goto done :: else -> x = 0 fi; done: x = 4 } }",
      // initialisers, widths, #if, conditional expressions, precedence
      "unsigned u : 3 = 9; bit b; byte y = 300; short s = 40000; int i = 5; byte z = i + 1;\n"
      "#if defined(FOO) || (3 > 2 && !defined(BAR))\nbyte k = 4;\n#else\nerror\n#endif\n"
      "active proctype P() { u = u + 7; b = 3; y = y + 250; s = s + 1; i = (i > z -> i : z); i = (i > 3 -> 1 : 0);"
      " y = 1 << 4 | 2 ^ 7 & 3 }",
      // recursive run, _nr_pr, reused process numbers
      "byte n; proctype W(byte k) { n++; if :: k > 0 -> run W(k-1) :: else fi }"
      " init { pid p; p = run W(2); (_nr_pr == 1); n = 7; p = run W(0) }",
      // channels in messages
      "chan c[2] = [1] of { byte, chan }; chan d = [0] of { byte };"
      " active proctype P() { byte v; chan r; c[0]!3,d; c[1]?v,r; r?v; assert(v == 8) }"
      " active proctype Q() { byte v; chan r; c[0]?v,r; c[1]!v,r; r!8 }",
      // timeout, an end label inside atomic
      "byte x; bool to; active proctype P() { do :: x < 3 -> x++ :: timeout -> to = true; break od; end: x == 200 }"
      " active proctype Q() { atomic { x == 1 -> x = 2; endq: false } }",
      // structures as parameters and messages
      "typedef U { bit f; byte g } typedef T { byte b; short s; U u; byte e } T t; byte sum; chan q = [1] of { T };"
      " proctype P(byte k; T a; byte z) { assert(a.b == 4 && a.s == -5 && a.u.f == 1 && a.u.g == 9 && a.e == 8);"
      " sum = sum + k + z + a.u.g; a.e = 1; q!a }"
      " init { T r; t.b = 4; t.s = -5; t.u.f = 1; t.u.g = 9; t.e = 8; run P(2, t, 3); q?r; assert(r.e == 1 &&"
      " r.u.g == 9); sum = sum + r.u.g }",
      // mtype with a name
      "mtype = {a,b,c}; mtype:fruit = {apple, pear}; mtype:fruit f = pear; mtype m = c;"
      " chan q = [1] of { mtype, mtype:fruit }; active proctype P() { q!b,f; m = a; f = apple;"
      " if :: q?b,pear -> skip :: q?c,_ -> assert(false) fi; assert(f == apple && m == a) }",
      // eval, constants, _ and peeking in receives of both kinds of channels; polls
      "chan c = [3] of { byte, byte }; chan r = [0] of { byte, byte }; byte k = 2, x, y; active proctype P() { c!1,2;"
      " c!2,3; c!2,4; r!2,7; r!3,8 } active proctype Q() { (len(c) == 3); c?"
      "?eval(k),x; if :: c?[1,_] -> c?<1,y>; c?_,_ :: c?"
      "?[2,4] -> y = 9 fi; r?eval(k),x; k = 3; r?3,y; c?"
      "?<2,x> }",
      // full, empty, nfull, nempty, len, xr and xs
      "chan c = [2] of { byte }; byte n; active proctype P() { xs c; do :: nfull(c) -> c!n; n++ :: full(c) -> break od;"
      " empty(c); n = 0 } active proctype Q() { xr c; byte v; do :: nempty(c) && len(c) > 1 -> c?v :: empty(c) -> break"
      " od }",
      // arrays, initialiser lists, nested structures with arrays, arrays of structures
      "byte a[4] = { 1, 2, 3, 4 }; int b[3] = 7; typedef In { byte v[2]; bit f } typedef Out { In i[2]; short s = -1 }"
      " Out o[2]; active proctype P() { byte k; for (k : 0 .. 3) { o[k % 2].i[k / 2].v[1] = a[k] } o[1].s--;"
      " o[0].i[1].f = 1; b[a[0]] = o[1].i[0].v[1]; assert(b[1] == 2 && b[2] == 7) }",
      // nested inlines with expressions and variables as arguments; printf and printm
      "mtype = { up, down }; byte x; mtype m; inline add(v, n) { v = v + n; printf(\"%d %e\\n\", v, m) } inline"
      " twice(v, n) { add(v, n); if :: v > 3 -> m = up :: else -> m = down fi; printm(m); add(v, (n + 1) * 2) }"
      " active [2] proctype P() { byte k = _pid; twice(x, k + 1); twice(k, x) }",
      // local, show, pid, _last, provided, end labels, _nr_pr
      "local byte l; show byte s; pid who; active [2] proctype P() provided (s < 3) { end_a: do :: l = _pid; s++; who ="
      " _last od } active proctype Q() { end: (_nr_pr == 1) -> s = 9 }",
      // remote references by number and by name, to labels and variables, also of ended processes
      "byte x; proctype A(byte k) { byte v = k; L: v++; M: x++ } active proctype B() { pid p; p = run A(5); (A[p]@M) ->"
      " assert(A[p]:v == 6); x = A:v; (_nr_pr == 1); x = A[p]:v }",
      // timeout beside else, nested do with break and goto, unless inside unless
      "byte x, y; active proctype P() { do :: do :: x < 2 -> x++ :: x == 2 -> break :: else -> goto out od; x = 5 ::"
      " timeout -> y = 1 od; out: skip } active proctype Q() { { { do :: y < 3 -> y++ od } unless { y == 2 -> y = 7 } }"
      " unless { x == 5 -> y = 8 }; if :: x == 9 :: else -> y = 4 fi; timeout -> x = 1 }",
      // run as an expression, with channels and structures of arguments, also from a process that was run
      "typedef T { byte a; byte b } byte sum; proctype W(chan c; byte n) { byte v; c?v; sum = sum + v; if :: n > 0 ->"
      " run W(c, n - 1) :: else fi } init { chan q = [2] of { byte }; pid p; T t; p = run W(q, 1); assert(p == 1);"
      " t.a = 3; q!t.a; q!4; if :: run W(q, 0) -> q!5 fi }",
      // jumps into and out of atomic and d_step, an atomic sequence that blocks and regains control
      "byte x, y; active proctype P() { if :: x = 1 :: x = 2; goto mid fi; atomic { x++; mid: y++; (y == 3) -> x = x + "
      "10;"
      " goto out }; x = 99; out: skip; d_step { x = x + 1; y = 0 } } active proctype Q() { y++; atomic { y++; x = x + "
      "1 } }",
      // widths and signs: every type at its limits
      "bit b = 1; bool o = true; byte y = 255; short s = 32767; int i = 2147483647; unsigned u : 5 = 31; mtype = { z };"
      " mtype m = z; pid p = 255; chan c = [1] of { bit, byte, short, int, mtype }; active proctype P() { b++; o = 7;"
      " y++; s++; i++; u = u + 3; m = m + 300; p++; c!b + 3, y - 1, s - 1, i, m; c?b, y, s, i, m;"
      " y = -7 / 2; s = -7 % 3; i = 1 << 31; i = i >> 3; i = ~i ^ 5 }",
      // trace: an observer that is not a process
      "mtype = { a, b }; chan c = [1] of { mtype, byte }; trace { do :: c!a, _; c?a, _; c!b, 3; c?b, _ od } active"
      " proctype P() { c!a, 1; c!b, 3 } active proctype Q() { byte v; c?a, v; c?b, v }",
      // notrace: the first try does not fit
      "chan c = [1] of { byte }; notrace { c!1; c!2 } active proctype P() { c!1; c?_; if :: c!3 :: c!4 fi }",
      // hidden variables as intended: written before they are read
      "hidden byte h; byte x; active [2] proctype P() { byte i; do :: i < 3 -> atomic { h = i; x = x + h }; i++ ::"
      " else -> break od }",
      "hidden byte h = 7; hidden int k[3]; byte x; active [2] proctype P() { byte i; do :: i < 3 -> h = i; k[i] = x;"
      " i++ :: i == 2 -> d_step { h = x; x = (h + 1) % 3 } :: else -> break od }",
      "hidden unsigned u : 3; unsigned v : 3; chan c = [2] of { byte }; active proctype S() { byte i; do :: i < 4 ->"
      " c!i; i++ :: else -> break od } active proctype R() { do :: atomic { c?u -> v = u } od }",
      // rendezvous inside atomic and d_step
      "byte x; chan c = [0] of { byte }; active proctype S() { atomic { x = 1; c!1; x = 2 } ; c!2 }"
      " active proctype R() { byte v; atomic { c?v; x = x + 10; v = 0 }; x = x + 20; d_step { c?v; x = 5 } }"
      " active proctype T() { x = 50 }",
  };
  for (const char* program : programs) {
    bool compared = false;
    EXPECT_EQ(difference(program, compared), "") << program;
    EXPECT_TRUE(compared) << program;
  }
}

}  // namespace
}  // namespace weir::test
