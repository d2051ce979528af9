// SPDX-License-Identifier: Apache-2.0
// --certify: a verdict of "holds" is decided a second time by independent means.
#include <gtest/gtest.h>

#include <memory>

#include <weir/catalogue.h>
#include <weir/model.h>

#include "report/contradiction.h"
#include "report/json.h"

namespace weir::test {
namespace {

/// Counts to three, but after enough queries also to four, which no correct model does.
struct Moody {
  struct State {
    std::uint8_t n = 0;
  };
  std::shared_ptr<int> patience;

  State initial() const { return {}; }
  void successors(const State& s, auto&& emit) const {
    if (*patience > 0) --*patience;
    if (s.n < 3) emit(State{static_cast<std::uint8_t>(s.n + 1)}, "count");
    if (s.n == 3) emit(State{static_cast<std::uint8_t>(*patience > 0 ? 0 : 4)}, "again");
    if (s.n == 4) emit(State{4}, "stay");
  }
  static Propositions<State> propositions() {
    return {{"four", [](const State& s) { return s.n == 4; }}};
  }
};

constexpr int kEver = 1'000'000;

CheckOptions certified() {
  CheckOptions options;
  options.certify = true;
  options.threads = 1;
  return options;
}

TEST(Confirm, SharesNothingWithTheFirstDecision) {
  const Moody model{std::make_shared<int>(kEver)};
  for (const char* formula : {"G !four", "G F !four", "F G !four", "X X !four"}) {
    const auto result = check(model, formula, certified());
    ASSERT_TRUE(result) << formula;
    const PropertyResult& property = result->properties.front();
    EXPECT_EQ(property.verdict, Verdict::Holds) << formula;
    EXPECT_TRUE(property.certified) << formula;
    EXPECT_NE(property.engine.translator, property.confirmation.translator) << formula;
    EXPECT_NE(property.engine.emptiness, property.confirmation.emptiness) << formula;
    EXPECT_NE(property.engine.store, property.confirmation.store) << formula;
    EXPECT_TRUE(property.confirmation.reduce.empty()) << formula;
    EXPECT_NE(json_report(*result).find("\"certified\": true"), std::string::npos) << formula;
  }
}

TEST(Confirm, CertifiesEveryPairOfTranslatorAndEngine) {
  const Moody model{std::make_shared<int>(kEver)};
  int pairs = 0;
  for (const Choice<Translator>& translator : choices<Translator>()) {
    for (const Choice<Emptiness>& emptiness : choices<Emptiness>()) {
      CheckOptions options = certified();
      options.translator = translator.value;
      options.emptiness = emptiness.value;
      const auto result = check(model, "G F !four", options);
      if (!result) continue;  // incompatible options
      ++pairs;
      EXPECT_TRUE(result->properties.front().certified) << translator.name << " " << emptiness.name;
    }
  }
  EXPECT_GE(pairs, 15);
}

TEST(Confirm, ReportsAContradiction) {
  const auto patience = std::make_shared<int>(kEver);
  const Moody model{patience};
  CheckOptions plain = certified();
  plain.certify = false;
  ASSERT_TRUE(check(model, "G !four", plain));
  *patience = kEver - *patience + 1;  // enough for one decision
  const auto result = check(model, "G !four", certified());
  ASSERT_TRUE(result);
  const PropertyResult& property = result->properties.front();
  EXPECT_EQ(property.verdict, Verdict::Inconclusive);
  EXPECT_TRUE(property.reason.starts_with("internal error")) << property.reason;
  EXPECT_FALSE(property.certified);
  ASSERT_NE(property.contradiction, nullptr);
  EXPECT_EQ(property.contradiction->verdict, Verdict::Violated);
  ASSERT_TRUE(has_contradiction(*result));
  const std::string bundle = contradiction_report(*result, "ltl=\"G !four\"", "the model");
  for (const char* part : {"the model", "G !four", "contradicted_by", "counterexample"})
    EXPECT_NE(bundle.find(part), std::string::npos) << part;
}

TEST(Confirm, IsInconclusiveWhereTheSecondDecisionIsCutShort) {
  const Moody model{std::make_shared<int>(kEver)};
  CheckOptions options = certified();
  const auto whole = check(model, "G (F !four & X !four)", options);
  ASSERT_TRUE(whole);
  ASSERT_TRUE(whole->properties.front().certified);
  options.max_states = whole->properties.front().stats.states;  // the closure construction has more
  const auto result = check(model, "G (F !four & X !four)", options);
  ASSERT_TRUE(result);
  const PropertyResult& property = result->properties.front();
  EXPECT_EQ(property.verdict, Verdict::Inconclusive);
  EXPECT_EQ(property.reason, "it holds, but this could not be confirmed: the state limit was reached");
  EXPECT_FALSE(property.certified);
}

}  // namespace
}  // namespace weir::test
