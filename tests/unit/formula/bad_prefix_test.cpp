// SPDX-License-Identifier: Apache-2.0
#include "formula/bad_prefix.h"

#include <gtest/gtest.h>

#include <random>

#include "formula/lasso_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

ValuedWord random_lasso(std::mt19937_64& random, std::size_t length) {
  ValuedWord word{{"p", "q"}, {}, random() % length};
  for (std::size_t i = 0; i < length; ++i) word.letters.push_back({random() % 2 == 0, random() % 2 == 0});
  return word;
}

TEST(BadPrefix, EndsWhereTheFailureShows) {
  // p and q at positions 0 and 1, then p only, then nothing for ever.
  const ValuedWord word{{"p", "q"}, {{true, true}, {true, true}, {true, false}, {false, false}}, 3};
  const auto length = [&](const char* formula) { return bad_prefix_length(*parse_formula(formula), word); };
  EXPECT_EQ(length("G p"), 4U);
  EXPECT_EQ(length("G q"), 3U);
  EXPECT_EQ(length("G (p & q)"), 3U);
  EXPECT_EQ(length("X X q"), 3U);
  EXPECT_EQ(length("!p"), 1U);
  EXPECT_EQ(length("G (q -> X q) | G !p"), 3U);
  EXPECT_EQ(length("p W (p & !q & X q)"), 4U);
  EXPECT_EQ(length("G F p"), std::nullopt);
  EXPECT_EQ(length("G p & F G q"), 4U);
  EXPECT_EQ(length("F (p & X (q & X q))"), std::nullopt);
}

TEST(BadPrefix, EveryContinuationFails) {
  std::mt19937_64 random(5);
  int found = 0;
  for (int round = 0; round < 4000; ++round) {
    const Formula formula = random_formula(random, 2 + static_cast<std::size_t>(round) % 8, {"p", "q"});
    const ValuedWord word = random_lasso(random, 1 + random() % 9);
    if (holds_on_lasso(formula, word)) {
      EXPECT_EQ(bad_prefix_length(formula, word), std::nullopt) << to_string(formula);
      continue;
    }
    const auto length = bad_prefix_length(formula, word);
    for (std::size_t guess = 0; guess <= word.letters.size() + 1; ++guess)
      EXPECT_EQ(bad_prefix_length(formula, word, guess), length) << to_string(formula) << ", guess " << guess;
    if (!length) continue;
    ++found;
    for (int continuation = 0; continuation < 20; ++continuation) {
      ValuedWord other = random_lasso(random, 1 + random() % 5);
      *other.cycle_start += *length;
      other.letters.insert(other.letters.begin(), word.letters.begin(),
                           word.letters.begin() + static_cast<std::ptrdiff_t>(*length));
      EXPECT_FALSE(holds_on_lasso(formula, other)) << to_string(formula) << " after " << *length << " letters";
    }
  }
  EXPECT_GT(found, 500);
}

}  // namespace
}  // namespace weir::test
