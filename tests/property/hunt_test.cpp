// SPDX-License-Identifier: Apache-2.0
// A hunt on random systems and programs: everything it reports is an error by the oracle or the exhaustive search, and
// on small ones it finds every error. It never says that a property holds.
#include <gtest/gtest.h>
#include <weir/weir.h>

#include "formula/printer.h"
#include "oracle/run_oracle.h"
#include "support/grammar/tree.h"
#include "support/promela/generate.h"
#include "support/promela_states.h"
#include "support/random_formula.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

CheckOptions hunting(std::uint64_t seed) {
  CheckOptions options;
  options.hunt = true;
  options.seed = seed;
  options.max_states = 20'000;
  options.memory_limit = 1 << 24;
  options.threads = 1 + static_cast<std::uint32_t>(seed % 2);
  return options;
}

void expect_error_iff(bool violated, const PropertyResult& result) {
  EXPECT_EQ(result.verdict, violated ? Verdict::Violated : Verdict::Inconclusive) << result.name << result.reason;
  EXPECT_EQ(result.reason.find("internal error"), std::string::npos) << result.reason;
  EXPECT_EQ(result.hunt.empty(), false);
}

TEST(Hunt, FindsTheErrorsOfTheOracleInRandomSystems) {
  int violated_cases = 0, safe_cases = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    std::mt19937_64 random(seed);
    RandomSystemOptions shape;
    shape.processes = seed % 3 == 0 ? 2 : 0;
    ExplicitSystem system = random_system(random, shape);
    const Formula formula = random_formula(random, 2 + seed % 5, {"p", "q", "a"});
    const bool finite = seed % 4 == 0;
    const OracleFairness fairness = shape.processes == 0 || finite ? OracleFairness::None
                                    : seed % 2 == 0                ? OracleFairness::Weak
                                                                   : OracleFairness::Strong;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_string(formula) + "\n" + to_string(system));
    CheckOptions options = hunting(seed);
    const auto kind = finite ? PropertyRequest::Kind::Ltlf : PropertyRequest::Kind::Ltl;
    options.properties.push_back({kind, to_string(formula)});
    if (fairness != OracleFairness::None)
      options.fair = fairness == OracleFairness::Weak ? Fairness::Weak : Fairness::Strong;
    const Expected<CheckResult> result = check(system, options);
    ASSERT_TRUE(result) << to_string(result.error());
    const bool violated = finite ? violated_on_some_computation(system, formula, false)
                                 : violated_on_some_run(system, formula, {}, fairness);
    ++(violated ? violated_cases : safe_cases);
    expect_error_iff(violated, result->properties.front());
    if (HasFailure()) return;
  }
  EXPECT_GT(violated_cases, 100);
  EXPECT_GT(safe_cases, 50);
}

TEST(Hunt, ReportsOnlyErrorsOfRandomPrograms) {
  int found = 0, missed = 0, safe = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::string text = to_text(generate_program(seed).tree);
    const auto system = promela_system(text);
    if (system == nullptr) continue;
    CheckOptions plain;
    plain.reduce = Reductions::none();
    plain.max_states = 20'000;
    plain.threads = 1;
    const Expected<CheckResult> expected = check(*system, plain);
    const Expected<CheckResult> hunted = check(*system, hunting(seed));
    if (!expected || !hunted) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    for (std::size_t i = 0; i < expected->properties.size(); ++i) {
      const PropertyResult& result = hunted->properties[i];
      EXPECT_NE(result.verdict, Verdict::Holds);
      EXPECT_EQ(result.reason.find("internal error"), std::string::npos) << result.reason;
      if (expected->properties[i].verdict == Verdict::Inconclusive) continue;
      const bool violated = expected->properties[i].verdict == Verdict::Violated;
      const bool reported = result.verdict == Verdict::Violated;
      EXPECT_TRUE(violated || !reported) << result.name;
      // An error may lie beyond the effort, but not in a space that the hunt claims to have visited completely.
      EXPECT_TRUE(!violated || reported || result.reason.find("visited every state") == std::string::npos)
          << result.name << result.reason;
      ++(!violated ? safe : reported ? found : missed);
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(found, 20);
  EXPECT_GT(safe, 50);
  EXPECT_LE(missed, found / 10) << "most errors are within the effort";
}

/// Programs of one variable, an array that is too small for it, and statements that may fail.
std::string random_program_with_errors(std::mt19937_64& random) {
  static const char* const kStatements[] = {"x = 1",          "x = 2",
                                            "x = 3",          "x++",
                                            "x = x / x",      "w[x] = 1",
                                            "w[1] = x",       "x == 2",
                                            "x < 2 -> x = 3", "x > 0 -> x = x - 1",
                                            "w[0] = 1",       "x = 5 / x",
                                            "skip",           "x = (x + 1) % 4"};
  const auto statement = [&] { return kStatements[random() % std::size(kStatements)]; };
  std::string text = "byte x; byte w[3];\n";
  for (std::uint64_t process = 1 + random() % 2; process > 0; --process) {
    text += "active proctype P" + std::to_string(process) + "() {";
    for (std::uint64_t i = random() % 3; i > 0; --i) text += std::string(" ") + statement() + ";";
    text += " do";
    for (std::uint64_t i = 1 + random() % 3; i > 0; --i) text += std::string(" :: ") + statement();
    text += " od }\n";
  }
  return text;
}

TEST(Hunt, FindsWhatACheckFindsInProgramsWithErrors) {
  int violated = 0, safe = 0, before_errors = 0, undefined = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    std::mt19937_64 random(seed);
    const std::string text = random_program_with_errors(random);
    const Formula formula = random_formula(random, 2 + seed % 4, {"x == 2", "w[x] == 1", "w[0] == 1"});
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_string(formula) + "\n" + text);
    const auto system = promela_system(text);
    ASSERT_NE(system, nullptr);
    CheckOptions hunt = hunting(seed);
    hunt.properties.push_back({PropertyRequest::Kind::Ltl, to_string(formula)});
    CheckOptions plain;
    plain.properties = hunt.properties;
    plain.reduce = Reductions::none();
    plain.threads = 1;
    const Expected<CheckResult> expected = check(*system, plain);
    ASSERT_TRUE(expected) << to_string(expected.error());
    const PropertyResult& known = expected->properties.front();
    const Expected<CheckResult> result = check(*system, hunt);
    ASSERT_TRUE(result) << to_string(result.error());
    ASSERT_NE(known.verdict, Verdict::Inconclusive);
    expect_error_iff(known.verdict == Verdict::Violated, result->properties.front());
    ++(known.verdict == Verdict::Violated ? violated : safe);
    if (known.verdict == Verdict::Violated && known.engine.emptiness == "on-line")
      ++(known.counterexample.timeline.empty() ? undefined : before_errors);
    if (HasFailure()) return;
  }
  EXPECT_GT(violated, 100);
  EXPECT_GT(safe, 50);
  EXPECT_GT(before_errors, 10);
  EXPECT_GT(undefined, 3);
}

}  // namespace
}  // namespace weir::test
