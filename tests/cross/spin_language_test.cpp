// SPDX-License-Identifier: Apache-2.0
// Corner cases of the language, compared with Spin: its counts, and what it rejects.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "frontend/open_model.h"
#include "support/spin.h"
#include "support/spin_difference.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kStates = 20000;

void expect_counted_alike(const std::string& program, const std::string& cc_options = "") {
  const SpinDifference found = compare_with_spin(program, kStates, cc_options);
  EXPECT_EQ(found.text, "") << program;
  EXPECT_TRUE(found.compared) << program << "\n" << found.spin.output;
}

/// More than 255 messages and more than 65535 elements.
TEST(SpinLanguage, LongChannelsAndArrays) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  expect_counted_alike(R"(
chan q = [300] of { byte, int }; chan r; byte b;
proctype P(byte n) {
  chan own = [257] of { byte }; byte k;
  do :: k < 200 -> own!k; k++ :: else -> break od;
  own?_; own??150; assert(len(own) == 198)
}
init {
  int i; r = q;
  do :: full(r) -> break :: nfull(q) -> q!len(r), 7 od;
  assert(len(r) == 300 && len(q) == 300);
  q?_, i; r??255, i; q??b, 7; assert(len(r) == 297 && b == 1 && nempty(q));
  q!!3, 9; q!!2, 1; q?<b, _>; assert(b == 2 && len(r) == 299);
  run P(0)
})",
                       "-DVECTORSZ=8192");
  expect_counted_alike(
      "byte a[70000]; int b[256]; init { int i; do :: i < 5 -> a[i * 17499] = i; b[a[i * 17499] * 51] = i; i++"
      " :: else -> break od; assert(a[69996] == 4 && b[204] == 4) }",
      "-DVECTORSZ=80000");
}

/// Cases that are not in ConstructsAgree.
TEST(SpinLanguage, Corners) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  // `else` as the first statement of a d_step, before and after other options
  expect_counted_alike(
      "byte x, y; active [2] proctype P() { do :: d_step { x < 4 -> if :: x % 2 == 0 -> x++ :: else -> x = x + 2 fi;"
      " do :: y < 2 -> y++ :: else -> y = 0; break od } :: d_step { else -> y = 7; x = 0 }; break od;"
      " if :: d_step { else -> y = 8; y++ } :: x == 0 -> x = 5 :: y == 7 -> y = 6 fi }");
  // for over the messages of a channel, over arrays and ranges, nested, with break
  expect_counted_alike(
      "typedef M { byte a; byte b } chan q = [3] of { M }; M m; byte s; byte v[3]; active proctype P() { byte i; m.a = "
      "1;"
      " m.b = 2; q!m; m.a = 5; q!m; for (m in q) { s = s + m.a * m.b; if :: s > 9 -> break :: else fi } s = 0;"
      " for (i in v) { byte k; for (k : i .. 2) { v[i] = v[i] + k } if :: i == 1 -> break :: else fi } }"
      " active proctype Q() { M k; q?k }");
  // nested inlines with their own declarations; declarations in blocks and loops are initialised again
  expect_counted_alike(
      "byte x, y; inline inner(a, n) { byte tmp; tmp = a + n; if :: tmp > 3 -> a = tmp % 4 :: else -> a = tmp fi }"
      " inline outer(a, b) { byte tmp2 = 2; inner(a, b + tmp2); inner(b, a); tmp2++ } active proctype P() { byte l "
      "="
      " _pid; outer(x, y); outer(l, x); y = l; byte i; do :: i < 2 -> i++; byte k = 5; k = k + i; x = k :: else -> "
      "break"
      " od }");
  // unless inside atomic, with rendezvous; a jump into and out of one; an escape that breaks out of the loop
  expect_counted_alike(
      "chan c = [0] of { byte }; byte x; active proctype A() { atomic { x = 1; { c!1; x = 2; c!2 } unless { x == 5 -> "
      "x ="
      " 6 }; x++ }; if :: goto in :: x = 1 fi; { x = 2; in: x = 3; x = 4 } unless { x == 3 -> goto out }; x = 5; out: "
      "do"
      " :: { x++; x++ } unless { x > 8 -> break } od } active proctype B() { byte v; c?v; x = 5; if :: c?v -> x = 7 :: "
      "x"
      " == 6 -> skip fi }");
  // d_step under an escape: the escape applies only to its start
  expect_counted_alike(
      "byte x, y; active proctype P() { { d_step { x++; y++ }; x++; atomic { y++; x++; y++ } } unless { y == 1 -> x = "
      "50 }"
      " } active proctype Q() { y = 1; y = 0 }");
  // structures with arrays as message fields; channels inside structures; a channel as a field
  expect_counted_alike(
      "typedef In { byte v[3]; short s } typedef Out { bit f; In i; byte z[2] } typedef C { chan c = [2] of { byte }; "
      "byte"
      " k = 3 } Out o, p; C t[2]; chan q = [2] of { byte, Out, byte }; byte x; active proctype P() { C l; o.i.v[2] = 7;"
      " o.i.s = -3; o.z[1] = 8; o.f = 1; q!1,o,2; o.i.v[0] = 9; q!3,o,4; q?_,p,_; assert(p.i.v[2] == 7 && p.i.s == -3 "
      "&&"
      " p.z[1] == 8 && p.f && p.i.v[0] == 0); q?3,p,4; assert(p.i.v[0] == 9); t[0].c!1; t[1].c!2; l.c!7; t[1].c?x;"
      " l.c?x; assert(x == 7 && l.k == 3) }");
  // eval of expressions; peeking and random receive, with constants
  expect_counted_alike(
      "chan q = [4] of { byte, byte }; byte k = 1; byte a[2]; byte v, w; active proctype P() { q!2,3; q!3,4; q!4,2;"
      " q?eval(k + 1),v; q?"
      "?eval(a[0] + 4),eval(k * 2); a[1] = 3; q?eval(a[1]),v; assert(v == 4 && len(q) == 0); q!1,5;"
      " q!2,6; q!3,7; q?"
      "?<2,v>; q?"
      "?<v,7>; assert(v == 3 && len(q) == 3); q?"
      "?<w,_>; assert(w == 1); q?"
      "?[2,_] -> _ = w;"
      " q?<_,_>; q?"
      "?<9,v> }");
  // select over an array element, with variable bounds, inside an inline and inside atomic
  expect_counted_alike(
      "byte x, y; inline sel(v) { select(v : 0 .. 3) } active proctype P() { select(x : 1 .. 3); select (y "
      ": x"
      " .. x + 1); atomic { sel(y); x = x + y } }");
  // provided during an atomic sequence or a rendezvous
  expect_counted_alike(
      "chan c = [0] of { byte }; byte x, y; active proctype P() provided (y != 1) { atomic { x = 1; x = 2; x = 3 }; x "
      "= 4;"
      " c!1 } active proctype Q() { y = 1; y = 0 } active proctype R() provided (x < 4 || y == 0) { byte v; c?v; x = 5 "
      "}");
  // priorities: a blocked process lets lower ones continue; timeout and else beside them
  expect_counted_alike(
      "byte x; active proctype S() priority 5 { if :: x == 1 -> x = 2 :: else -> x = 7 fi; atomic { x == 1 -> x = 2 };"
      " timeout -> x = 3 } active proctype R() priority 2 { x = 1; set_priority(0, 1); x = 9 } active proctype T()"
      " priority 3 { x == 9; x = get_priority(0) }");
  // processes die youngest first, and their numbers are reused
  expect_counted_alike(
      "byte n, last; proctype W(byte k) { n = n + k; if :: k > 1 -> run W(k - 1) :: else fi } init { byte i; do :: i < "
      "2 ->"
      " last = run W(i); i++ :: else -> break od; (_nr_pr == 1); atomic { last = run W(2); run W(0) }; if :: run W(1) "
      "->"
      " skip :: n > 100 fi }");
  // remote references to elements of arrays; enabled, pc_value, _last
  expect_counted_alike(
      "byte x; active [2] proctype A() { byte v[2]; v[1] = _pid + 3; L: x++; M: v[0] = 7; x++ } active proctype B() {"
      " (A[0]@M && A[1]@L) -> x = A[1]:v[1]; (A[0]:v[0] == 7) -> x = 50; do :: _last != _pid -> x = 1 :: pc_value(0) "
      "== 4"
      " -> break :: x == 1 -> break od }");
  expect_counted_alike(
      "byte x; active proctype A() { x == 1; x = 2 } active proctype B() { do :: enabled(0) -> x = 3; break :: "
      "!enabled(0)"
      " && x == 0 -> x = 1 od }");
  // messages to every kind of receiver: atomic, not atomic, several; peeks and sorted sends
  expect_counted_alike(
      "chan c = [0] of { byte }; chan q = [5] of { byte, byte }; byte x; active proctype S() { atomic { c!1; c!2; x = "
      "1 };"
      " q!!2,1; q!!1,5; q!!2,0; q!!0,9; q!!1,4 } active [2] proctype R() { byte v; c?v; x = x + v; (len(q) == 5) -> if "
      "::"
      " q?"
      "?1,v -> assert(v == 4 || v == 5) :: q?0,v fi }");
  // sorted sends of values that do not fit their fields
  expect_counted_alike(
      "chan q = [4] of { byte, bit }; chan r = [3] of { short }; chan u = [3] of { bit }; byte a, b; short s; init { "
      "q!5,0; q!!258,1; q!!5,2; q!!-1,0; r!7; r!!65536; r!!-1; u!1; u!!2; do :: q?a,b :: r?s :: u?b :: empty(q) && "
      "empty(r) && empty(u) -> break od }");
  // named mtypes as parameters, fields, array elements and indices
  expect_counted_alike(
      "mtype:fruit = { apple, pear, plum } mtype:veg = { leek, bean } mtype = { m1, m2 } mtype:fruit f; mtype:veg v = "
      "bean;"
      " mtype m; mtype w[4]; chan q = [2] of { mtype:fruit, mtype:veg, mtype }; proctype R(mtype:fruit a; mtype b) { f "
      "= a;"
      " m = b } init { q!apple,leek,m1; q!plum,v,m2; run R(pear, m2); if :: q?apple,v,m -> skip :: q?pear,_,_ -> "
      "assert(0)"
      " fi; q?f,bean,m; w[m1] = m2; assert(w[2] == 1); printf(\"%e\", f); printm(m) }");
  // macros with arguments in macros, over several lines, undefined again; conditions; #line
  expect_counted_alike(
      "#define INC(v) v = v + 1\n#define TWICE(s) s; s\n#define N 3\n#undef N\n#define N 2\n#ifdef N\n#if N == 2\nbyte "
      "x ="
      " N;\n#elif N == 3\nerror\n#else\nerror\n#endif\n#endif\n#define BIG(a, \\\n b) (a + \\\n b)\n#line 40 "
      "\"other.pml\"\n"
      "active proctype P() { TWICE(INC(x)); x = BIG((x), 1); assert(x == 5) }");
}

/// Tokens as Spin's lexer reads them, separators, and numbers.
TEST(SpinLanguage, Tokens) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const char* const taken[] = {
      "byte x = 1; init { if :: x --> x = 2 :: else fi; assert(x == 2) }",
      "byte x = 1; init { x-->x = 5; assert(x == 5) }",
      "byte x = 1; init { x-- -> assert(x == 0) }",
      "int x = 1; init { x--->skip; assert(x == 0) }",
      "byte x = 1; init { x = (x --> 3 : 4); assert(x == 3) }",
      "int x = 1; init { x = x <=< 3; assert(x == 8); x = x >=> 2; assert(x == 2 && x !!= 3) }",
      "byte x; init { x = 1;; x = 2;; }",
      "byte x; init { x = 1;->x = 2->;x = 3-> }",
      "byte x;; init { if ::x = 1::x = 2; fi; };; byte y;",
      "int x; init { x = 010; assert(x == 10); x = 4294967297; assert(x == 1) }",
      "byte x; init { x = 'a'; assert(x == 97); x = '\\n'; assert(x == 10); x = '\\\\'; assert(x == 92); x = '\\z';"
      " assert(x == 122) }",
      "byte end, accept, in, U, X, always, next; init { end = 1; in = end; X = in }",
  };
  for (const char* program : taken) expect_counted_alike(program);
  const char* const refused[] = {
      "byte x; init { if ::: x = 1 fi }",
      "byte x; init { if :: :: x = 1 fi }",
      "byte x; init { ; x = 1 }",
      "byte x; init { if :: x = 1 fi x = 2 }",
      "int x; init { x = 0x10 }",
      "int x; init { x = 1e3 }",
      "byte x; init { x = 'ab' }",
      "byte x; init { x = '\\x41' }",
      "byte x; init { x = '\\101' }",
      "byte x; init { x = '' }",
      "byte of; init { of = 1 }",
      "int x, y; init { x = y--1 }",
      "bool p, q; init { p = 1 } ltl f { p --> q }",
  };
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "weir-spin-tokens.pml";
  for (const char* program : refused) {
    EXPECT_EQ(run_spin(program).outcome, SpinResult::Outcome::Refused) << program;
    std::ofstream(file) << program << '\n';
    EXPECT_FALSE(open_model(file.string(), {})) << program;
  }
  std::filesystem::remove(file);
}

/// Rejected, or accepted with a warning if the meaning is clear.
TEST(SpinLanguage, WhatSpinRejects) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  struct Refusal {
    const char* text;
    bool refused;  ///< by weir too; otherwise weir warns
  };
  const Refusal programs[] = {
      {"byte x; init { L: d_step { x++; x = x % 4 }; if :: x < 3 -> goto L :: else fi }", false},
      {"byte x; init { do :: x < 3 -> x++ :: else -> break od; d_step { x = 0; x++ } }", false},
      {"byte x; init { byte i; for (i : 1 .. 2) { x++ } d_step { x = 0; x++ } }", false},
      {"byte x; init { byte i; for (i : 2 .. 1) { x++ } }", false},
      {"byte x; proctype W() { x++ } init { d_step { x = 2; run W() } }", false},
      {"byte x; init { if :: if :: else -> x = 3 :: x == 2 fi :: x == 0 -> x = 1 :: else -> x = 7 fi }", true},
      {"byte x; init { if :: goto L :: skip fi; x = 2; d_step { x++; L: x++ } }", true},
      {"byte x; init { d_step { x++; goto L; d_step { x++; L: x++ } } }", true},
      {"byte x; init { d_step { x++; L: x++; d_step { if :: x < 9 -> goto L :: else fi }; x = 0 } }", true},
      {"byte x; init { do :: d_step { x++; if :: x > 3 -> break :: else fi } od; x = 7 }", true},
      {"byte x; init { d_step { x++; goto L }; L: x = 7 }", true},
      {"byte x; chan q = [1] of { byte, byte }; init { q!1,2; q?x,x }", true},
      {"byte x; chan q = [1] of { byte, byte }; init { q!1,2; q?<x,x> }", true},
      {"chan a[256] = [1] of { byte }; init { a[3]!1 }", true},
  };
  const std::filesystem::path file = std::filesystem::temp_directory_path() / "weir-spin-refuses.pml";
  for (const Refusal& program : programs) {
    // Only the verifier detects two `else`, and then stops.
    EXPECT_NE(run_spin(program.text).outcome, SpinResult::Outcome::Counted) << program.text;
    std::ofstream(file) << program.text << '\n';
    const Expected<Model> model = open_model(file.string(), {});
    EXPECT_EQ(model.has_value(), !program.refused) << program.text;
    if (!model) continue;
    ASSERT_EQ(model->warnings.size(), 1U) << program.text;
    EXPECT_NE(model->warnings.front().message.find("Spin rejects"), std::string::npos) << program.text;
    EXPECT_GT(model->warnings.front().column, 1U);
  }
  std::filesystem::remove(file);
  // Similar programs that Spin accepts.
  expect_counted_alike("byte x; init { do :: x < 3 -> x++ :: else -> break od; skip; d_step { x = 0; x++ } }");
  expect_counted_alike("byte x; init { L: { d_step { x++; x++ } }; if :: x < 5 -> goto L :: else fi }");
  expect_counted_alike(
      "byte x, y; byte z[2]; chan q = [2] of { byte, byte }; init { x = 1; q!1,2; q?eval(x),x; q!3,4;"
      " q?z[0],z[0]; q!5,6; q?_,_; assert(x == 2 && z[0] == 4 && z[1] == 0) }");
}

}  // namespace
}  // namespace weir::test
