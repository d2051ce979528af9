// SPDX-License-Identifier: Apache-2.0
// Random models in every language, random questions, random configurations: every answer must agree with the plain
// configuration, which an oracle checks, and every counterexample must be valid. See docs/testing.md; `differential`
// runs longer campaigns.
#include <gtest/gtest.h>

#include <cstdio>

#include "support/differential/campaign.h"

namespace weir::test {
namespace {

/// Fixed seeds, so the result is reproducible; `differential` uses other seeds.
CampaignResult expect_agreement(const char* language, std::uint64_t programs) {
  CampaignOptions options;
  options.examine.language = find_language(language);
  options.seed = 20240617;
  options.programs = programs;
  CampaignResult result = run_campaign(options);
  const std::string summary = result.tally.summary(result.seconds, *options.examine.language);
  std::printf("seed %llu\n%s", static_cast<unsigned long long>(options.seed), summary.c_str());
  for (const ShownFailure& failure : result.failures) ADD_FAILURE() << failure.report << failure.program;
  EXPECT_TRUE(result.tally.failures.empty());
  EXPECT_GE(result.tally.answers, 10 * result.tally.programs);
  EXPECT_GE(result.tally.violated * 4, result.tally.answers) << "too few properties are violated";
  return result;
}

TEST(Differential, ConfigurationsAgreeOnPromela) { expect_agreement("promela", 120); }

TEST(Differential, ConfigurationsAgreeOnDve) { expect_agreement("dve", 80); }

TEST(Differential, ConfigurationsAgreeOnNets) {
  const CampaignResult result = expect_agreement("net", 120);
  EXPECT_GE(result.tally.by_effect.at("por: fewer states"), 10U);
}

TEST(Differential, ConfigurationsAgreeOnModelsInCpp) {
  const CampaignResult result = expect_agreement("model", 80);
  EXPECT_GE(result.tally.by_effect.at("por: fewer states"), 5U);
  EXPECT_GE(result.tally.by_effect.at("symmetry: fewer states"), 10U);
}

}  // namespace
}  // namespace weir::test
