// SPDX-License-Identifier: Apache-2.0
// Which control states a label marks, before every kind of statement. The expected answers are those of Spin 6.5.2.
#include <gtest/gtest.h>

#include <string>

#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/promela_states.h"

namespace weir::test {
namespace {

using Kind = PropertyRequest::Kind;

/// A body with a label LAB, and whether a property fails if it is an end, accept or progress label. `seen`: whether
/// another process can see the process there.
struct Place {
  const char* body;
  bool deadlock, acceptance, progress, seen;
};

constexpr Place kPlaces[] = {
    {"x = 1; LAB: { x = 1 - x } unless { x == 7 }; goto LAB", false, true, true, true},
    {"x = 1; LAB: { x == 3 } unless { x == 7 }", false, true, true, true},
    {"LAB: { x = 1 - x; x = 1 } unless { x == 7 }; goto LAB", false, true, true, true},
    {"LAB: atomic { x = 1 - x; x = 1 } unless { x == 7 }; goto LAB", false, true, false, true},
    {"LAB: atomic { x == 5; x = 1 } unless { x == 7 }; goto LAB", false, true, false, true},
    {"LAB: do :: x = 1 - x od unless { x == 7 }", false, true, false, true},
    {"do :: x = 1; LAB: { x == 2 } unless { x == 7 } od", false, true, true, true},
    {"LAB: { { x = 1 - x } unless { x == 6 } } unless { x == 7 }; goto LAB", false, true, false, true},
    {"LAB: { { x = 1 - x } unless { x == 6 } }; goto LAB", false, true, false, true},
    {"do :: LAB: x == 1 od", false, true, false, false},
    {"if :: LAB: x == 1 fi; x == 2; x == 3", true, true, true, false},
    {"if :: LAB: x = 1 fi; x == 2; x == 3", false, true, true, false},
    {"if :: LAB: x = 1; x == 4 fi; x == 2; x == 3", false, true, true, false},
    {"do :: LAB: x = 1 - x od", false, true, false, false},
    {"do :: LAB: x = 1 - x; x == 5 od", false, true, true, false},
    {"do :: if :: LAB: x = 1 - x :: x = 2 fi od", false, true, false, false},
    {"do :: x = 1 - x; if :: LAB: x = 1 fi od", false, true, true, false},
    {"do :: x == 9 :: LAB: else -> x = 1 - x od", false, true, true, false},
    {"do :: LAB: goto Q; Q: x = 1 - x od", false, true, true, false},
    {"do :: LAB: atomic { x == 1; x == 4 }; x == 5 od", true, true, true, false},
    {"do :: LAB: { x = 1; x == 4 }; x == 5 od", false, true, true, false},
    {"do :: LAB: d_step { x = 1; x = 4 }; x == 5 od", false, true, true, false},
    {"do :: LAB: if :: x = 1; x == 2 :: x = 3 fi; x == 7 od", false, true, true, false},
    {"do :: LAB: { x = 1 } unless { x == 3 }; x == 7 od", false, true, true, false},
    {"do :: LAB: { { x = 1; x == 2 } unless { x == 3 } }; x == 7 od", false, true, true, false},
    {"do :: LAB: do :: x = 1 - x; x == 6 od od", false, true, true, false},
    {"do :: LAB: do :: x = 1 - x od od", false, true, true, true},
    {"LAB: if :: x = 1 :: x = 2 fi; goto LAB", false, true, false, true},
    {"x = 1; LAB: atomic { x = 1 - x; x = 2 }; goto LAB", false, true, true, true},
    {"LAB: { x = 1 - x; x == 8 }", true, true, true, true},
    {"x = 2; LAB: { x == 8; x = 1 }", false, true, true, true},
    {"x = 2; LAB: goto Q; Q: x == 8", true, true, true, true},
    {"do :: x = 1; LAB: skip; x = 2 od", false, true, true, true},
    {"do :: x = 1; LAB: break od; x == 8", true, true, true, true},
    {"do :: x = 1 - x; LAB: for (x : 0 .. 1) { skip } od", false, true, true, true},
    {"x = 1; LAB: select (x : 0 .. 2); goto LAB", false, true, true, true},
    {"LAB: for (x : 0 .. 1) { skip }; x == 9", true, true, true, true},
    {"x = 1; LAB: for (x : 0 .. 1) { x == 7 }", true, true, true, true},
    {"bit b; LAB: for (b : 0 .. 1) { skip }", false, true, true, true},
    {"do :: LAB: for (x : 0 .. 1) { skip } od", false, true, true, true},
    {"do :: LAB: for (x : 0 .. 1) { x == 5 } od", true, true, true, true},
    {"do :: x = 1; LAB: select (x : 0 .. 2) od", false, true, true, true},
    {"do :: LAB: select (x : 0 .. 2) od", false, true, false, false},
    {"short s; do :: LAB: select (s : 0 .. 3); x == 9 od", false, true, true, false},
    {"short s; LAB: select (s : 0 .. 600); goto LAB", false, true, true, true},
};

std::string with_label(std::string text, const std::string& label) {
  for (std::size_t at = text.find("LAB"); at != std::string::npos; at = text.find("LAB")) text.replace(at, 3, label);
  return text;
}

void expect_answer(bool violated, const Place& place, const std::string& label, const std::string& others, Kind kind) {
  const std::string text = "byte x;\nactive proctype A() { " + with_label(place.body, label) + " }\n" + others;
  std::string problems;
  const auto system = promela_system(text, &problems);
  ASSERT_NE(system, nullptr) << problems << text;
  for (const char* reduce : {"none", "auto"}) {
    CheckOptions options;
    options.properties = {{kind, ""}};
    options.reduce = parse_reductions(reduce).value();
    const Expected<CheckResult> result = check(*system, options);
    ASSERT_TRUE(result) << to_string(result.error()) << text;
    EXPECT_EQ(result->properties[0].verdict, violated ? Verdict::Violated : Verdict::Holds) << reduce << "\n" << text;
  }
}

// A label before `for` is behind its first assignment: 21 states in Spin, 41 if the jump began the loop again.
TEST(LabelPlaces, OfForIsTheLoop) {
  EXPECT_EQ(count_promela("byte n, i; active proctype P() { n = 1; L: for (i : 0 .. 2) { skip }; "
                          "if :: n < 3 -> n++; goto L :: else fi }")
                .states,
            21U);
}

// With escapes, the numbers of states in Spin show where control rests.
TEST(LabelPlaces, BeforeUnlessAreControlStates) {
  const struct {
    std::uint64_t states;
    const char* body;
  } known[] = {
      {6, "do :: skip -> L1: { break } unless skip od"},
      {16, "do :: x = 1; L1: { break } unless { x == 1 } od; x = 2"},
      {25, "x = 1; L1: { goto M } unless { x == 1 }; x = 2; M: x = 3"},
      {25, "x = 1; L1: { x = 2; goto M } unless { x == 1 }; x = 2; M: x = 3"},
      {25, "x = 1; L1: atomic { goto M } unless { x == 1 }; x = 2; M: x = 3"},
      {15, "L1: atomic { x = 1; x = 2 } unless { x == 1 }; x = 5"},
      {16, "x = 3; L1: atomic { x = 1; x == 2; x = 3 } unless { x == 1 }; x = 5; goto L1"},
      {19, "L1: atomic { do :: x < 3 -> x++ :: break od } unless { x == 2 }; x = 5"},
      {13, "L1: atomic { x == 7; x = 2 } unless { x == 0 }; x = 5"},
      {15, "L1: { atomic { x = 1; x = 2 }; x = 6 } unless { x == 1 }; x = 5"},
      {35, "L1: { x = 1; x = 2; x = 3 } unless { x == 2 }; x = 5; if :: goto L1 :: skip fi"},
      {22, "L1: { { x = 1; x = 2 } unless { x == 1 } } unless { x == 2 }; x = 4"},
      {31, "L1: { if :: x = 1 :: x = 2 fi; x = 4 } unless { x == 2; x = 7 }; x = 9"},
      {13, "do :: L1: { x = 1 - x } unless { x == 1 -> break } od"},
      {25, "if :: L1: { x = 1; x = 2 } unless { x == 1 } :: x = 3 fi; x = 8"},
      {10, "atomic { x = 1; L1: { x = 2; x = 3 } unless { x == 2 }; x = 4 }"},
      {10, "atomic { x = 1; L1: atomic { x = 2; x = 3 } unless { x == 2 }; x = 4 }"},
      {28, "L1: { do :: x < 2 -> x++ :: x == 2 -> break od } unless { x == 1; x = 2 }; x = 6"},
      {26, "L1: do :: x < 2 -> x++ :: x == 2 -> break od unless { x == 1; x = 2 }; x = 6"},
      {28, "L1: { do :: do :: x < 2 -> x++ :: else -> break od; break od; x = 7 } unless { x == 1; x = 2 }; x = 6"},
      {15, "d_step { x = 1; x = 2 } unless { x == 1 }; x = 4"},
      {15, "L1: { x = 1 } unless { atomic { x == 1; x = 3 } }; x = 4"},
      {27, "L1: { for (x : 0 .. 2) { skip } } unless { x == 1 }; x = 4"},
      {26, "{ L1: do :: x < 2 -> x++ :: x == 2 -> break od } unless { x == 1; x = 2 }; x = 6"},
      {15, "x = 1; { goto M } unless { x == 1 }; x = 2; M: x = 3"},
  };
  for (const auto& [states, body] : known)
    EXPECT_EQ(
        count_promela("byte x; active proctype A() { " + std::string(body) + " } active proctype B() { x = 0 }").states,
        states)
        << body;
}

TEST(LabelPlaces, AreThoseOfSpin) {
  const std::string busy = "active proctype B() { do :: x = (x + 1) % 3 od }\n";
  const std::string watcher = "active proctype B() { A[0]@lab -> assert(false) }\n";
  for (const Place& place : kPlaces) {
    expect_answer(place.deadlock, place, "end", "", Kind::Deadlock);
    expect_answer(place.acceptance, place, "accept", busy, Kind::AcceptanceCycles);
    expect_answer(place.progress, place, "progress", busy, Kind::ProgressCycles);
    expect_answer(place.seen, place, "lab", watcher, Kind::Assertions);
  }
}

}  // namespace
}  // namespace weir::test
