// SPDX-License-Identifier: Apache-2.0
// What the open view calls broken fails on every continuation; what may still be met is not called broken.
#include "formula/open_semantics.h"

#include <gtest/gtest.h>

#include <random>

#include "formula/explain.h"
#include "formula/finite_semantics.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

ValuedWord random_word(std::mt19937_64& random, std::size_t length) {
  ValuedWord word;
  word.atoms = {"a", "b", "c"};
  for (std::size_t i = 0; i < length; ++i) word.letters.push_back({random() % 2 == 0, random() % 2 == 0, false});
  return word;
}

TEST(OpenSemantics, WhatIsBrokenFailsOnEveryContinuation) {
  std::mt19937_64 random(7);
  int broken = 0;
  for (int round = 0; round < 3000; ++round) {
    const Formula f = random_formula(random, 8, {"a", "b", "c"});
    const ValuedWord beginning = random_word(random, 1 + random() % 4);
    if (evaluate_open(f, beginning).holds()) continue;
    ++broken;
    for (int more = 0; more < 10; ++more) {
      ValuedWord word = beginning;
      for (const auto& letter : random_word(random, random() % 4).letters) word.letters.push_back(letter);
      EXPECT_FALSE(holds_on_finite(f, word)) << to_string(f);
    }
  }
  EXPECT_GT(broken, 200);
}

TEST(OpenSemantics, NamesTheBrokenPart) {
  const auto why = [](const std::string& text) {
    ValuedWord word;
    word.atoms = {"a", "b", "c"};
    word.letters = {{true, false, false}, {false, false, true}};
    ExplainOptions options;
    options.open_end = true;
    return explain_failure(evaluate_open(*parse_formula(text), word), options);
  };
  // F b is pending, c is broken; without the open view, F b would be blamed.
  EXPECT_EQ(why("F b & G !c"), "F b & G !c fails: at step 2 c holds");
  EXPECT_EQ(why("a U b"), "a U b fails: at step 2 a does not hold, before b has held");
}

}  // namespace
}  // namespace weir::test
