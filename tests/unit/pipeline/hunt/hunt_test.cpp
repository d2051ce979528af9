// SPDX-License-Identifier: Apache-2.0
// A hunt for violations that a search for failing cycles does not see: those that the last state before a run-time
// error decides, and those that consist in an atom without value.
#include "pipeline/hunt/hunt.h"

#include <gtest/gtest.h>
#include <weir/weir.h>

#include "model/program_system.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

CheckOptions hunting(const std::string& formula, std::uint32_t threads = 1) {
  CheckOptions options;
  options.hunt = true;
  options.threads = threads;
  options.max_states = 50'000;
  options.properties.push_back({PropertyRequest::Kind::Ltl, formula});
  return options;
}

PropertyResult hunted(const std::string& model, const CheckOptions& options) {
  const auto system = promela_system(model);
  const Expected<CheckResult> result = check(*system, options);
  if (!result) throw std::runtime_error(to_string(result.error()));
  return result->properties.front();
}

const char* const kEndsInError = "byte x; byte w[2]; active proctype P() { x = 1; x = 2; w[x] = 1 }";

TEST(Hunt, FindsAViolationThatTheStateBeforeAnErrorDecides) {
  for (const std::uint32_t threads : {1U, 2U}) {
    const PropertyResult result = hunted(kEndsInError, hunting("G x != 2", threads));
    EXPECT_EQ(result.verdict, Verdict::Violated) << result.reason;
    EXPECT_EQ(result.counterexample.prefix.size(), 3U);
    EXPECT_TRUE(result.counterexample.cycle.empty());
  }
}

TEST(Hunt, FindsAnAtomWithoutValue) {
  const char* const model = "byte x; byte w[2]; active proctype P() { do :: x < 3 -> x++ :: x = 0 od }";
  for (const char* const formula : {"G w[x] == 0", "G F w[x] == 0", "X X X F w[x] == 1"})
    EXPECT_EQ(hunted(model, hunting(formula)).verdict, Verdict::Violated) << formula;
  EXPECT_EQ(hunted(model, hunting("G (x < 2 -> w[x] == 0)")).verdict, Verdict::Inconclusive);
}

TEST(Hunt, JudgesTheBeginningsOfRunsUnderAssumptions) {
  CheckOptions options = hunting("G x != 2");
  options.assume = {"G x < 2"};
  EXPECT_EQ(hunted(kEndsInError, options).verdict, Verdict::Inconclusive);
  options.assume = {"G x < 3"};
  EXPECT_EQ(hunted(kEndsInError, options).verdict, Verdict::Inconclusive) << "a continuation may violate it";
  options.assume = {"x == 0"};
  EXPECT_EQ(hunted(kEndsInError, options).verdict, Verdict::Violated);
}

TEST(Hunt, SaysThatItVisitedEveryStateOnlyIfNoBeginningIsLeft) {
  const PropertyResult result = hunted(kEndsInError, hunting("G x != 3"));
  EXPECT_EQ(result.verdict, Verdict::Inconclusive);
  EXPECT_NE(result.reason.find("visited every state"), std::string::npos) << result.reason;
  std::uint64_t states = 0;
  for (const HuntRecord& record : result.hunt) states += record.states;
  EXPECT_EQ(states, result.stats.states_generated) << "of both searches";
}

TEST(Hunt, RestoresTheLimitsOfExpansions) {
  const auto system = promela_system(kEndsInError);
  const StopFlag* const before = program_of(*system)->limits().stop;
  CheckOptions options = hunting("G x != 3");
  options.properties.push_back({PropertyRequest::Kind::Ltl, "G x != 4"});
  ASSERT_TRUE(check(*system, options));
  EXPECT_EQ(program_of(*system)->limits().stop, before);
}

}  // namespace
}  // namespace weir::test
