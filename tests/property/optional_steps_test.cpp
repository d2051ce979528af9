// SPDX-License-Identifier: Apache-2.0
// Reductions and classifications of automata that may take long give up by themselves.
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "automaton/classify/classify.h"
#include "automaton/translate/translate.h"
#include "formula/parser.h"

namespace weir::test {
namespace {

Formula parsed(const std::string& text) { return parse_formula(text).value(); }

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The default succeeds wherever plain translation does: reductions give up by themselves.
TEST(OptionalSteps, GiveUp) {
  for (const int n : {9, 10, 11}) {
    std::string text = "F p1";
    for (int i = 2; i <= n; ++i) text += " & F p" + std::to_string(i);
    const auto space = std::make_shared<AtomSpace>();
    const double plain = seconds_of([&] {
      ASSERT_TRUE(infinite_automaton(parsed(text), std::make_shared<AtomSpace>(), {.simplify = SimplifyLevel::None}));
    });
    const double full = seconds_of([&] { ASSERT_TRUE(infinite_automaton(parsed(text), space)); });
    EXPECT_LT(full, plain + 30) << n;
    const auto property = infinite_automaton(parsed(text), space), negation = infinite_automaton(!parsed(text), space);
    ASSERT_TRUE(property && negation);
    EXPECT_LT(seconds_of([&] { (void)classify(*property, *negation); }), 30) << n;
    EXPECT_LT(seconds_of([&] { (void)is_stutter_invariant(*property, *negation); }), 30) << n;
  }
}

}  // namespace
}  // namespace weir::test
