// SPDX-License-Identifier: Apache-2.0
// Known ways to get partial-order reduction wrong: whole verdicts, of a naive version (oracle/naive_reduction.h) that
// each of them leads astray, and of weir. That weir chooses by the model's state alone, so that what Siegel (CAV 2019)
// found wrong with choices made in the product cannot arise, is tested in reduction_test.cpp.
#include <gtest/gtest.h>

#include <string>

#include <weir/weir.h>

#include "oracle/naive_reduction.h"
#include "support/promela_states.h"

namespace weir {
namespace {

using test::naively_violated;
using test::NaiveRule;

Verdict verdict(TransitionSystem& system, const std::string& formula, const std::string& reduce,
                const std::string& emptiness, const std::string& store, std::uint64_t entries = 0) {
  CheckOptions options;
  options.properties = {{PropertyRequest::Kind::Ltl, formula}};
  options.reduce = reduce;
  options.emptiness = emptiness;
  options.store = store;
  options.cache_entries = entries;
  options.cache_entries_given = store == "cache";
  const Expected<CheckResult> result = check(system, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->properties[0].verdict : Verdict::Inconclusive;
}

// The proviso of the stack, and a search that no longer knows which states were on it when they were chosen for, as on
// a cache: the busy process is followed for ever, and the other one never moves.
TEST(KnownFailures, ProvisoFactsLostByACache) {
  const auto system = testing::promela_system(R"(
bool p;
active proctype Changing() { do :: p = !p od }
active proctype Busy() { bool k; do :: k = !k od }
)");
  ASSERT_NE(system, nullptr);
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  for (const char* formula : {"G !p", "!(G F p && G F !p)"}) {
    EXPECT_TRUE(naively_violated(program, formula, NaiveRule::None));
    EXPECT_TRUE(naively_violated(program, formula, NaiveRule::StackOfTheProduct)) << "as long as the stack is known";
    EXPECT_FALSE(naively_violated(program, formula, NaiveRule::ProvisoLost)) << "the naive version should fail";
    EXPECT_EQ(verdict(*system, formula, "por", "ndfs", "exact"), Verdict::Violated);
    for (const std::uint64_t entries : {0, 1, 2, 3, 5, 8, 100})
      EXPECT_EQ(verdict(*system, formula, "por", "ndfs", "cache", entries), Verdict::Violated) << entries;
  }
}

// Inconsistent labels (Neele, Valkema and Willemse 2020): a step that changes no atom where it is chosen, but would
// where it was put off to. Taken first it hides the state that the formula is about.
TEST(KnownFailures, LabelsThatDependOnWhereAStepIsTaken) {
  const auto system = testing::promela_system(R"(
bool x, z;
active proctype Second() { z = true }
active proctype First() { x = true }
)");
  ASSERT_NE(system, nullptr);
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  const std::string formula = "G !(\"!x && z\")";
  EXPECT_TRUE(naively_violated(program, formula, NaiveRule::None));
  EXPECT_FALSE(naively_violated(program, formula, NaiveRule::VisibleAtTheState)) << "the naive version should fail";
  for (const char* emptiness : {"auto", "ndfs", "tarjan"})
    EXPECT_EQ(verdict(*system, "G !(!x && z)", "por", emptiness, "exact"), Verdict::Violated);
}

}  // namespace
}  // namespace weir
