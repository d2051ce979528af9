// SPDX-License-Identifier: Apache-2.0
// The relations of a case against the formulas of the patterns, and the implications that remove redundant patterns, on
// all words of at most 6 events over three names (8 for the relations at random).
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "formula/finite_semantics.h"
#include "formula/parser.h"
#include "pipeline/mine/case_relations.h"
#include "pipeline/mine/redundancy.h"

namespace weir::test {
namespace {

using Events = std::vector<std::uint32_t>;
const std::vector<std::string> kNames = {"a", "b", "c"};

ValuedWord word_of(const Events& events) {
  ValuedWord word{.atoms = kNames, .letters = {}};
  for (const std::uint32_t event : events) {
    word.letters.emplace_back(kNames.size(), false);
    word.letters.back()[event] = true;
  }
  return word;
}

void for_each_case(std::size_t length, const std::function<void(const Events&)>& visit) {
  for (std::size_t n = 0; n <= length; ++n) {
    std::size_t words = 1;
    for (std::size_t i = 0; i < n; ++i) words *= kNames.size();
    for (std::size_t number = 0; number < words; ++number) {
      Events events;
      for (std::size_t i = 0, rest = number; i < n; ++i, rest /= kNames.size())
        events.push_back(static_cast<std::uint32_t>(rest % kNames.size()));
      visit(events);
    }
  }
}

bool holds(const std::string& pattern, const Events& events) {
  static std::map<std::string, Formula> formulas;
  const auto [found, added] = formulas.try_emplace(pattern, Formula::constant(false));
  if (added) found->second = *parse_formula(pattern);
  return holds_on_finite(found->second, word_of(events));
}

std::size_t compare_relations(const Events& events) {
  CaseRelations relations;
  for (const std::uint32_t event : events) relations.add(event);
  std::size_t compared = 0;
  for (std::size_t i = 0; i < relations.names(); ++i) {
    const std::string a = kNames[relations.name(i)];
    EXPECT_EQ(relations.is_first(i), holds("init(" + a + ")", events));
    EXPECT_EQ(relations.is_last(i), holds("end(" + a + ")", events));
    EXPECT_TRUE(holds("exactly(" + std::to_string(relations.count(i)) + ", " + a + ")", events));
    for (std::size_t j = 0; j < relations.names(); ++j) {
      if (i == j) continue;
      const std::string arguments = "(" + a + ", " + kNames[relations.name(j)] + ")";
      const CaseRelations::Pair pair = relations.pair(i, j);
      const std::pair<const char*, bool> all[] = {{"response", pair.response},
                                                  {"precedence", pair.precedence},
                                                  {"alternate_response", pair.alternate_response},
                                                  {"alternate_precedence", pair.alternate_precedence},
                                                  {"chain_response", pair.chain_response},
                                                  {"chain_precedence", pair.chain_precedence},
                                                  {"not_succession", pair.not_succession},
                                                  {"not_chain_succession", pair.not_chain_succession}};
      for (const auto& [pattern, value] : all) {
        std::string text;
        for (const std::uint32_t event : events) text += kNames[event];
        EXPECT_EQ(value, holds(pattern + arguments, events)) << pattern << arguments << " on " << text;
        ++compared;
      }
    }
  }
  return compared;
}

TEST(MiningTest, RelationsOfSmallCasesEqualTheFormulas) {
  std::size_t compared = 0;
  for_each_case(6, [&](const Events& events) { compared += compare_relations(events); });
  EXPECT_GT(compared, 40'000u);
}

TEST(MiningTest, RelationsOfLongCasesEqualTheFormulas) {
  std::mt19937_64 random(22);
  for (int round = 0; round < 2000; ++round) {
    Events events;
    const std::size_t length = 7 + random() % 20;
    const bool alternating = random() % 2 == 0;  // otherwise the alternate and chain patterns rarely hold
    while (events.size() < length) {
      if (alternating && random() % 8 != 0)
        events.insert(events.end(), {0, 1});
      else
        events.push_back(static_cast<std::uint32_t>(random() % 3));
    }
    compare_relations(events);
  }
}

TEST(MiningTest, ImplicationsHoldOnAllSmallCases) {
  const auto implies = [](const std::string& strong, const std::string& weak) {
    std::size_t witnesses = 0;
    for_each_case(6, [&](const Events& events) {
      if (!holds(strong, events)) return;
      ++witnesses;
      ASSERT_TRUE(holds(weak, events)) << strong << " without " << weak;
    });
    EXPECT_GT(witnesses, 0u) << strong;
  };
  for (const PatternImplication& row : pattern_implications()) {
    const std::string arguments = row.arguments;
    std::string strong = std::string(row.strong) + "(" + arguments[0];
    if (arguments.size() > 1) strong += std::string(", ") + arguments[1];
    const std::string weak = row.weak;
    implies(strong + ")", weak + (weak == "existence" ? "(a)" : "(a, b)"));
  }
  implies("existence(3, a)", "existence(2, a)");
  implies("exactly(2, a)", "existence(2, a)");
  implies("exactly(2, a)", "absence(3, a)");
  implies("absence(2, a)", "absence(3, a)");
}

}  // namespace
}  // namespace weir::test
