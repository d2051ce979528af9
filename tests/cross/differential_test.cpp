// SPDX-License-Identifier: Apache-2.0
// Random Promela programs, random questions, random configurations: every answer is that of the plain configuration,
// which is judged by an oracle; every counterexample stands. See docs/testing.md; `differential` runs it for longer.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/differential/campaign.h"

namespace weir::testing {
namespace {

void expect_agreement(const CampaignOptions& options) {
  const CampaignResult result = run_campaign(options);
  const std::string summary = result.tally.summary(result.seconds, *options.examine.language);
  std::printf("seed %llu\n%s", static_cast<unsigned long long>(options.seed), summary.c_str());
  for (const ShownFailure& failure : result.failures) ADD_FAILURE() << failure.report << failure.program;
  EXPECT_TRUE(result.tally.failures.empty());
  EXPECT_GE(result.tally.answers, 10 * result.tally.programs);
  EXPECT_GE(result.tally.violated * 4, result.tally.answers) << "too few properties are violated";
}

/// Always the same programs, so that the answer is always the same; `differential` asks about others.
TEST(Differential, ConfigurationsAgree) {
  CampaignOptions options;
  options.seed = 20240617;
  options.programs = 250;
  expect_agreement(options);
}

}  // namespace
}  // namespace weir::testing
