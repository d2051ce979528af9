// SPDX-License-Identifier: Apache-2.0
// Runs Spin on random programs and compares states, transitions, assertions, invalid end states, formulas, claims,
// acceptance and progress cycles, with and without weak fairness. `differential --spin` runs longer.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/differential/campaign.h"
#include "support/spin.h"

namespace weir::test {
namespace {

TEST(SpinRandom, ProgramsAgree) {
  if (!have_spin()) GTEST_SKIP() << "spin or cc is not installed";
  CampaignOptions options;
  options.seed = 1;
  options.programs = 12;
  options.spin = true;
  options.patience = 180;
  const CampaignResult result = run_campaign(options);
  for (const ShownFailure& failure : result.failures) ADD_FAILURE() << failure.report << failure.program;
  std::printf("%llu answers compared\n", static_cast<unsigned long long>(result.tally.spin_compared));
  EXPECT_GE(result.tally.spin_compared, 30U) << result.tally.summary(result.seconds, promela());
}

}  // namespace
}  // namespace weir::test
