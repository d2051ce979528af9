// SPDX-License-Identifier: Apache-2.0
// What is left of the time is hunted for errors of the properties that were given up.
#include "pipeline/hunt/errors_first.h"

#include <gtest/gtest.h>

#include "formula/parser.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

struct Listener final : Observer {
  void decided(std::size_t property, const PropertyResult&) override { told.push_back(property); }
  std::vector<std::size_t> told;
};

struct Rest {
  std::vector<PropertyResult> results = std::vector<PropertyResult>(3);
  Listener listener;
};

Rest hunted(const CheckOptions& options) {
  const auto system = promela_system("byte x; active proctype P() { do :: x < 9 -> x++ :: x = 0 od }");
  std::vector<Property> properties;
  for (const char* const text : {"G \"x < 4\"", "G \"x < 10\"", "G \"x < 6\""}) {
    Property& property = properties.emplace_back();
    property.name = property.text = text;
    property.formula = parse_formula(text).value();
  }
  Rest rest;
  StopFlag stop;
  const Watchdog watchdog(stop, options.time_limit, {});
  hunt_the_rest({*system, &rest.listener, &stop}, {options}, properties, {1, 2}, rest.results);
  return rest;
}

TEST(ErrorsFirst, HuntsTheRest) {
  CheckOptions options;
  options.time_limit = 1;
  const Rest rest = hunted(options);
  EXPECT_EQ(rest.results[0].verdict, Verdict::Inconclusive) << "it is not among the rest";
  EXPECT_EQ(rest.results[1].verdict, Verdict::Inconclusive) << "a hunt proves nothing";
  EXPECT_TRUE(rest.results[1].reason.empty()) << "what was said before stays";
  EXPECT_EQ(rest.results[2].verdict, Verdict::Violated);
  EXPECT_EQ(rest.listener.told, std::vector<std::size_t>{2}) << "by its own number";
}

TEST(ErrorsFirst, LeavesTheRestToTheSearchThatWasAskedFor) {
  CheckOptions options;
  options.time_limit = 1;
  options.search = SearchOrder::BreadthFirst;
  EXPECT_EQ(hunted(options).results[2].verdict, Verdict::Inconclusive);
  options = {};
  options.time_limit = 0.1;
  EXPECT_EQ(hunted(options).results[2].verdict, Verdict::Inconclusive) << "too little time";
}

}  // namespace
}  // namespace weir::test
