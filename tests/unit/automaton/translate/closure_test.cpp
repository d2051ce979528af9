// SPDX-License-Identifier: Apache-2.0
// The closure construction on a textbook example, and minimisation of finite automata against hand-counted sizes.
#include "automaton/translate/closure.h"

#include <gtest/gtest.h>

#include "automaton/transform/minimize_dfa.h"
#include "automaton/translate/derivative.h"
#include "formula/parser.h"

namespace weir::test {
namespace {

Formula parsed(const std::string& text) { return parse_formula(text).value(); }

// p U q has five consistent sets, plus the initial state; its acceptance set contains all but {p U q, p, !q}.
TEST(Closure, TextbookExample) {
  const Automaton automaton = closure_automaton(parsed("p U q"), std::make_shared<AtomSpace>()).value();
  EXPECT_EQ(automaton.state_count(), 6U);
  EXPECT_EQ(automaton.mark_count(), 1U);
  EXPECT_EQ(automaton.edges(0).size(), 3U);  // three of the sets contain p U q
  std::size_t unmarked = 0;
  for (Automaton::State s = 1; s < automaton.state_count(); ++s)
    unmarked += automaton.edges(s).front().marks.empty() ? 1 : 0;
  EXPECT_EQ(unmarked, 1U);
}

TEST(Closure, TooManySetsAreRefused) {
  const auto refused = closure_automaton(parsed("(a U b) & (c U d) & (e U f) & (g U h)"), std::make_shared<AtomSpace>(),
                                         {.max_states = 64});
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error()[0].message.find("more than 64 states"), std::string::npos);
}

std::uint32_t minimal_states(const std::string& text) {
  return minimized_dfa(derivative_automaton(parsed(text), std::make_shared<AtomSpace>()).value()).state_count();
}

// Counted by hand, without the sink.
TEST(MinimizeDfa, HandCountedSizes) {
  EXPECT_EQ(minimal_states("true"), 1U);
  EXPECT_EQ(minimal_states("false"), 1U);  // the initial state stays
  EXPECT_EQ(minimal_states("F a"), 2U);
  EXPECT_EQ(minimal_states("F F (a | a & b)"), 2U);
  EXPECT_EQ(minimal_states("X[!] a"), 3U);
  EXPECT_EQ(minimal_states("F a & F b"), 4U);
}

}  // namespace
}  // namespace weir::test
