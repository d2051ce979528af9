// SPDX-License-Identifier: Apache-2.0
// A bad prefix is a counterexample: every search ends where the formula has become false, also if no cycle is near.
#include <gtest/gtest.h>
#include <weir/catalogue.h>
#include <weir/weir.h>

#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr const char* kCounter = "int x; active proctype P() { do :: x++ od }";

PropertyResult check_counter(const std::string& formula, CheckOptions options, const char* model = kCounter) {
  const auto system = promela_system(model);
  options.properties = {{PropertyRequest::Kind::Ltl, formula}};
  options.max_states = 50'000;
  const Expected<CheckResult> result = check(*system, options);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? result->properties.front() : PropertyResult{};
}

/// Every way to search that the options offer for such a formula.
std::vector<std::pair<std::string, CheckOptions>> ways() {
  std::vector<std::pair<std::string, CheckOptions>> all;
  for (const Choice<Emptiness>& engine : choices<Emptiness>()) {
    if (engine.value == Emptiness::NonterminalCycle || engine.value == Emptiness::Weak ||
        engine.value == Emptiness::Terminal)
      continue;
    all.push_back({engine.name, CheckOptions{.emptiness = engine.value}});
  }
  // The states of the closure construction guess what follows, so none of them accepts every word.
  for (const Translator translator : {Translator::Couvreur, Translator::Derivative})
    all.push_back({name_of(translator), CheckOptions{.translator = translator}});
  for (const Fairness fair : {Fairness::Weak, Fairness::Strong})
    all.push_back({"fair " + name_of(fair), CheckOptions{.fair = fair}});
  for (const Store store : {Store::Tree, Store::Compact, Store::Bitstate, Store::Cache})
    all.push_back({name_of(store), CheckOptions{.store = store}});
  all.push_back({"breadth-first", CheckOptions{.search = SearchOrder::BreadthFirst}});
  all.push_back({"random", CheckOptions{.search = SearchOrder::Random}});
  all.push_back({"shortest", CheckOptions{.shortest = true}});
  all.push_back({"two threads", CheckOptions{.threads = 2}});
  all.push_back({"no reduction", CheckOptions{.reduce = Reductions::none()}});
  return all;
}

TEST(BadPrefix, EndsEverySearch) {
  for (const auto& [name, options] : ways()) {
    const PropertyResult result = check_counter("G (x < 5)", options);
    EXPECT_EQ(result.verdict, Verdict::Violated) << name << ": " << result.reason;
    ASSERT_TRUE(result.has_counterexample) << name;
    EXPECT_TRUE(result.counterexample.validated) << name;
    EXPECT_TRUE(result.counterexample.cycle.empty()) << name;
    EXPECT_EQ(result.counterexample.prefix.size(), 6u) << name;
    EXPECT_EQ(result.counterexample.explanation,
              "G (x < 5) fails: after step 5 (x < 5) does not hold. Every continuation of the run violates the formula")
        << name;
  }
}

TEST(BadPrefix, OfASafetyPartEndsTheSearchToo) {
  for (const char* formula :
       {"(F (x == -1)) & G (x < 5)", "(G F (x == 3)) & G (x < 5)", "(x == 0) U (x == 1 & X x == 1)"}) {
    const PropertyResult result = check_counter(formula, {});
    EXPECT_EQ(result.verdict, Verdict::Violated) << formula << ": " << result.reason;
    EXPECT_TRUE(result.has_counterexample && result.counterexample.cycle.empty()) << formula;
  }
}

// Of a run with an assumption that only its limit decides, no prefix is bad.
TEST(BadPrefix, DoesNotSettleAnAssumption) {
  const char* const model = "byte x; active proctype P() { do :: x < 9 -> x++ :: x == 9 -> break od; x == 200 }";
  const PropertyResult never = check_counter("G (x < 5)", CheckOptions{.assume = {"G F (x == 1)"}}, model);
  EXPECT_EQ(never.verdict, Verdict::Holds);
  const PropertyResult often = check_counter("G (x < 5)", CheckOptions{.assume = {"G F (x == 9)"}}, model);
  EXPECT_EQ(often.verdict, Verdict::Violated);
  const PropertyResult once = check_counter("G (x < 5)", CheckOptions{.assume = {"F (x == 3)"}});
  EXPECT_EQ(once.verdict, Verdict::Violated);
  EXPECT_TRUE(once.has_counterexample && once.counterexample.cycle.empty());
}

TEST(BadPrefix, MayBeTheFirstState) {
  const PropertyResult result = check_counter("G (x > 0)", {});
  EXPECT_EQ(result.verdict, Verdict::Violated);
  ASSERT_TRUE(result.has_counterexample);
  EXPECT_EQ(result.counterexample.prefix.size(), 1u);
  EXPECT_EQ(check_counter("false", {}).verdict, Verdict::Violated);
}

}  // namespace
}  // namespace weir::test
