// SPDX-License-Identifier: Apache-2.0
// Spin itself is run, live, on our examples and on random programs: as many states, as many transitions, and an error
// found or not. More programs: WEIR_RANDOM_PROMELA=COUNT[:SEED].
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "support/corpus.h"
#include "support/promela_states.h"
#include "support/random_promela.h"
#include "support/spin.h"

namespace weir::testing {
namespace {

constexpr std::uint64_t kStates = 20000;
constexpr std::uint64_t kExampleStates = 200000;

/// Empty: they agree, or there is nothing to compare.
std::string difference(const std::string& text, bool& compared, std::uint64_t limit = kStates) {
  compared = false;
  const StateCount ours = count_promela(text, limit);
  if (!ours.complete && ours.states > 0) return {};
  const SpinResult spin = run_spin(text);
  if (spin.outcome == SpinResult::Outcome::Aborted) return {};
  const bool refused = ours.states == 0;
  if (spin.outcome == SpinResult::Outcome::Refused) return {};
  if (refused) return "refused: " + ours.message;
  if (ours.errors > 0) return spin.errors > 0 ? std::string() : "run-time error: " + ours.message;
  compared = true;
  std::ostringstream out;
  if (ours.states != spin.states) out << "states " << ours.states << ", Spin " << spin.states << "; ";
  if (ours.transitions != spin.transitions)
    out << "transitions " << ours.transitions << ", Spin " << spin.transitions << "; ";
  if (ours.safe() != (spin.errors == 0)) out << "safe " << ours.safe() << ", Spin's errors " << spin.errors;
  return out.str();
}

TEST(Spin, RandomProgramsAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  std::uint64_t count = 20;
  std::uint64_t seed = 1;
  if (const char* wish = std::getenv("WEIR_RANDOM_PROMELA"); wish != nullptr) {
    char* rest = nullptr;
    count = std::strtoull(wish, &rest, 10);
    if (*rest == ':') seed = std::strtoull(rest + 1, nullptr, 10);
  }
  std::uint64_t compared = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const PromelaProgram program = random_promela(seed + i);
    bool counted = false;
    const std::string wrong = difference(to_text(program), counted);
    compared += counted;
    if (wrong.empty()) continue;
    const PromelaProgram small = shrink(program, [](const PromelaProgram& candidate) {
      bool ignored = false;
      return !difference(to_text(candidate), ignored).empty();
    });
    ADD_FAILURE() << "seed " << seed + i << ": " << wrong << "\nshrunk: " << difference(to_text(small), counted) << "\n"
                  << to_text(small);
  }
  RecordProperty("compared", static_cast<int>(compared));
  std::printf("compared %llu of %llu programs\n", static_cast<unsigned long long>(compared),
              static_cast<unsigned long long>(count));
  EXPECT_GE(compared * 3, count) << "the generator makes too many programs that cannot be compared";
}

TEST(Spin, ExamplesAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "examples")) {
    if (entry.path().extension() != ".pml") continue;
    std::ifstream file(entry.path());
    std::ostringstream text;
    text << file.rdbuf();
    bool compared = false;
    EXPECT_EQ(difference(text.str(), compared, kExampleStates), "") << entry.path().filename();
    EXPECT_TRUE(compared) << entry.path().filename() << " could not be compared";
    ++count;
  }
  EXPECT_GE(count, 15);
}

/// Constructs one by one: each program was a question to Spin first.
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
      // run in recursion, _nr_pr, numbers that come back
      "byte n; proctype W(byte k) { n++; if :: k > 0 -> run W(k-1) :: else fi }"
      " init { pid p; p = run W(2); (_nr_pr == 1); n = 7; p = run W(0) }",
      // channels in messages
      "chan c[2] = [1] of { byte, chan }; chan d = [0] of { byte };"
      " active proctype P() { byte v; chan r; c[0]!3,d; c[1]?v,r; r?v; assert(v == 8) }"
      " active proctype Q() { byte v; chan r; c[0]?v,r; c[1]!v,r; r!8 }",
      // timeout, an end label inside of atomic
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
}  // namespace weir::testing
