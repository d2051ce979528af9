// SPDX-License-Identifier: Apache-2.0
// The intended differences from Spin for cycles (docs/promela.md), and that there are no others.
// tests/cross/spin_random_test.cpp tests random programs.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <weir/weir.h>

#include "support/spin.h"

namespace weir::test {
namespace {

struct Answer {
  SpinVerdict verdict = SpinVerdict::Unknown;
  std::string message;
};

Answer ask_weir(const std::string& text, const PropertyRequest& request, bool fair) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("weir-cycles-" + std::to_string(getpid()) + ".pml")).string();
  std::ofstream(path) << text;
  CheckOptions options;
  options.properties = {request};
  options.fair = fair ? Fairness::Weak : Fairness::None;
  options.threads = 1;
  const Expected<CheckResult> result = check(path, options);
  std::filesystem::remove(path);
  if (!result) return {SpinVerdict::Unknown, to_string(result.error())};
  const PropertyResult& property = result->properties.front();
  switch (property.verdict) {
    case Verdict::Holds: return {SpinVerdict::Holds, {}};
    case Verdict::Violated: return {SpinVerdict::Violated, {}};
    default: return {SpinVerdict::Unknown, property.reason};
  }
}

/// The intended differences from Spin (docs/promela.md), and that there are no others.
TEST(SpinCycles, AClaimIsNoProcessHere) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string model =
      "byte x; proctype Q() { skip } init { run Q(); (_nr_pr == N); x = 1 }\nltl p { <> (x == 1) }\n";
  const std::string with_one = "#define N 1\n" + model, with_two = "#define N 2\n" + model;
  EXPECT_EQ(ask_weir(with_one, {PropertyRequest::Kind::Named, "p"}, false).verdict, SpinVerdict::Holds);
  EXPECT_EQ(SpinVerifier(with_one, "").run("-a"), SpinVerdict::Violated);
  EXPECT_EQ(SpinVerifier(with_two, "").run("-a"), SpinVerdict::Holds);
}

TEST(SpinCycles, AskingAChannelThatIsNotThereViolates) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string model = "chan q; chan c = [1] of { byte }; active proctype P() { q = c; q!1 }\n";
  for (const std::string claim : {"never { do :: (len(q) == 0) od }\n", "never { do :: true :: (len(c) == 7) od }\n"}) {
    const Answer ours = ask_weir(model + claim, {PropertyRequest::Kind::Named, "never"}, false);
    EXPECT_EQ(ours.verdict == SpinVerdict::Violated, claim.find("(q)") != std::string::npos) << ours.message;
  }
}

TEST(SpinCycles, LabelsOfTheModelBelongToNeverClaimsOnly) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  const std::string model = ": do :: x = 1 - x od }\n";
  const std::string labelled = "byte x; active proctype P() { accept" + model;
  const std::string plain = "byte x; active proctype P() { other" + model;
  const std::string formula = "ltl p { [] <> (x == 1) }\n";
  const std::string claim = "never { do :: true :: (x != 1) -> break od; accept_s: do :: (x != 1) od }\n";
  EXPECT_EQ(ask_weir(labelled + formula, {PropertyRequest::Kind::Named, "p"}, false).verdict, SpinVerdict::Holds);
  EXPECT_EQ(SpinVerifier(labelled + formula, "").run("-a"), SpinVerdict::Violated);
  EXPECT_EQ(SpinVerifier(plain + formula, "").run("-a"), SpinVerdict::Holds);
  for (const std::string& text : {labelled + claim, plain + claim})
    EXPECT_EQ(ask_weir(text, {PropertyRequest::Kind::Named, "never"}, false).verdict, SpinVerifier(text, "").run("-a"))
        << text;
}

}  // namespace
}  // namespace weir::test
