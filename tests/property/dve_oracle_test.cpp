// SPDX-License-Identifier: Apache-2.0
// Compares random DVE specifications with an interpreter written from the definition of the language, which runs on the
// generated tree: states, steps, deadlocks, errors, and answers of property processes.
#include <gtest/gtest.h>

#include "support/differential/isolate.h"
#include "support/differential/judge.h"
#include "support/dve/interpret.h"

namespace weir::test {
namespace {

TEST(DveOracle, SystemsHaveTheSameStatesAndSteps) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const Language& dve = *find_language("dve");
    Subject subject(dve, material_of(dve, seed, 0).program, scratch_folder(), {});
    if (!subject.explored()) continue;
    const auto wrong = judge_census(subject);
    ASSERT_FALSE(wrong) << "seed " << seed << ": " << wrong->details << "\n" << to_text(subject.program());
    ++compared;
  }
  EXPECT_GT(compared, 900);
}

TEST(DveOracle, PropertyProcessesGetTheSameVerdict) {
  int violated = 0, compared = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    const Language& dve = *find_language("dve");
    const Subject subject(dve, material_of(dve, seed, 0).program, scratch_folder(), {});
    if (!subject.explored()) continue;
    const std::optional<bool> expected = dve_accepts(subject.program(), 500);
    if (!expected) continue;
    CheckOptions options;
    options.threads = 1;
    options.properties = {{PropertyRequest::Kind::Named, "Prop"}};
    const Expected<CheckResult> result = subject.check(options);
    ASSERT_TRUE(result) << to_string(result.error()) << to_text(subject.program());
    const PropertyResult& property = result->properties.front();
    if (property.verdict == Verdict::Inconclusive) continue;  // an atom of a guard has no value
    ASSERT_EQ(property.verdict, *expected ? Verdict::Violated : Verdict::Holds) << "seed " << seed << "\n"
                                                                                << property.reason << "\n"
                                                                                << to_text(subject.program());
    violated += *expected;
    ++compared;
  }
  EXPECT_GT(compared, 250);
  EXPECT_GT(violated, 80);
}

}  // namespace
}  // namespace weir::test
