// SPDX-License-Identifier: Apache-2.0
// The corners of the language, asked of Spin itself: what it counts, what it refuses.
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "frontend/open_model.h"
#include "support/spin.h"
#include "support/spin_difference.h"

namespace weir::testing {
namespace {

constexpr std::uint64_t kStates = 20000;

void expect_counted_alike(const std::string& program, const std::string& cc_options = "") {
  const SpinDifference found = compare_with_spin(program, kStates, cc_options);
  EXPECT_EQ(found.text, "") << program;
  EXPECT_TRUE(found.compared) << program << "\n" << found.spin.output;
}

/// Beyond a byte's worth of messages and two bytes' worth of elements.
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

/// Refused, or taken with a warning where the meaning is plain.
TEST(SpinLanguage, WhatSpinRefuses) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  struct Refusal {
    const char* text;
    bool refused;  ///< by weir too; otherwise it warns
  };
  const Refusal programs[] = {
      {"byte x; init { L: d_step { x++; x = x % 4 }; if :: x < 3 -> goto L :: else fi }", false},
      {"byte x; init { do :: x < 3 -> x++ :: else -> break od; d_step { x = 0; x++ } }", false},
      {"byte x; init { byte i; for (i : 1 .. 2) { x++ } d_step { x = 0; x++ } }", false},
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
    EXPECT_EQ(run_spin(program.text).outcome, SpinResult::Outcome::Refused) << program.text;
    std::ofstream(file) << program.text << '\n';
    const Expected<Model> model = open_model(file.string(), {});
    EXPECT_EQ(model.has_value(), !program.refused) << program.text;
    if (!model) continue;
    ASSERT_EQ(model->warnings.size(), 1U) << program.text;
    EXPECT_NE(model->warnings.front().message.find("Spin refuses"), std::string::npos) << program.text;
    EXPECT_GT(model->warnings.front().column, 1U);
  }
  std::filesystem::remove(file);
  // Beside them, what Spin takes.
  expect_counted_alike("byte x; init { do :: x < 3 -> x++ :: else -> break od; skip; d_step { x = 0; x++ } }");
  expect_counted_alike("byte x; init { L: { d_step { x++; x++ } }; if :: x < 5 -> goto L :: else fi }");
  expect_counted_alike(
      "byte x, y; byte z[2]; chan q = [2] of { byte, byte }; init { x = 1; q!1,2; q?eval(x),x; q!3,4;"
      " q?z[0],z[0]; q!5,6; q?_,_; assert(x == 2 && z[0] == 4 && z[1] == 0) }");
}

}  // namespace
}  // namespace weir::testing
