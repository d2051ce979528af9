// SPDX-License-Identifier: Apache-2.0
// A counterexample that starves a process suggests the fairness that excludes it, and no other one does.
#include <gtest/gtest.h>
#include <weir/weir.h>

#include <algorithm>

#include "support/promela_states.h"

namespace weir::test {
namespace {

std::string hint(const std::string& model, const std::string& formula, Fairness fair = Fairness::None) {
  const auto system = promela_system(model);
  CheckOptions options;
  options.fair = fair;
  options.properties = {{PropertyRequest::Kind::Ltl, formula}};
  const Expected<CheckResult> result = check(*system, options);
  EXPECT_TRUE(result);
  if (!result) return {};
  EXPECT_EQ(result->properties[0].verdict, Verdict::Violated);
  for (const std::string& warning : result->properties[0].warnings)
    if (warning.find("--fair") != std::string::npos) return warning;
  return {};
}

// Q can always move.
constexpr const char* kStarved = R"(bool done;
active proctype P() { do :: skip od }
active proctype Q() { done = true }
)";
// Q can move whenever x is 0, which P changes for ever.
constexpr const char* kAgainAndAgain = R"(bool x, done;
active proctype P() { do :: x = 1; x = 0 od }
active proctype Q() { atomic { x == 0 -> done = true } }
)";

TEST(FairnessHint, SuggestsWeakFairness) {
  EXPECT_EQ(hint(kStarved, "F done"),
            "in this run, process Q[1] can always move, but never does; with --fair weak such runs are ignored");
}

TEST(FairnessHint, SuggestsStrongFairness) {
  const std::string wanted =
      "in this run, process Q[1] can move again and again, but never does; with --fair strong such runs are ignored";
  EXPECT_EQ(hint(kAgainAndAgain, "F done", Fairness::Weak), wanted);
  EXPECT_EQ(hint(kAgainAndAgain, "F done"), wanted);
}

TEST(FairnessHint, IsAbsentIfTheRunIsFairOrFinite) {
  EXPECT_EQ(hint("bool x; active proctype P() { do :: x = 1 - x od }", "F G x"), "");
  EXPECT_EQ(hint(kStarved, "G !done"), "");  // a bad prefix
  EXPECT_EQ(hint("bool x, done; active proctype P() { do :: x = 1 - x od } active proctype Q() { false; done = true }",
                 "F done"),
            "");  // Q never can
}

}  // namespace
}  // namespace weir::test
