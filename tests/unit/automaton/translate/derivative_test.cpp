// SPDX-License-Identifier: Apache-2.0
// The derivative compiler on the formulas of Jard & Jéron's report, over their alphabet {a, b, tau}.
#include "automaton/translate/derivative.h"

#include <chrono>
#include <functional>
#include <string>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "formula/parser.h"

namespace weir::test {
namespace {

Formula parsed(const std::string& text) { return parse_formula(text).value(); }

const std::vector<std::string> kEvents = {"a", "b", "tau"};

/// Calls visit(word) for all words over a, b, t up to a length.
void for_each_event_word(std::size_t length, const std::function<void(const std::string&)>& visit) {
  std::vector<std::string> words{""};
  for (std::size_t i = 0; i < words.size(); ++i) {
    visit(words[i]);
    if (words[i].size() < length)
      for (const char c : {'a', 'b', 't'}) words.push_back(words[i] + c);
  }
}

bool accepts(PropertyAutomaton& automaton, const std::string& word) {
  std::uint32_t state = automaton.initial();
  for (const char c : word) {
    const auto edges = automaton.edges(state, c == 'a' ? 1 : c == 'b' ? 2 : 4);
    if (edges.empty()) return false;
    state = edges[0].destination;
  }
  return automaton.accepts_end(state);
}

bool accepts(const Automaton& automaton, const std::string& word) {
  Automaton::State state = automaton.initials().front();
  for (const char c : word) {
    bool moved = false;
    const auto value = [&](std::uint32_t v) { return automaton.space().name(v)[0] == c; };
    for (const Automaton::Edge& edge : automaton.edges(state)) {
      if (!automaton.bdds().evaluate(edge.label, value)) continue;
      EXPECT_FALSE(moved) << "deterministic";
      moved = true;
      state = edge.destination;
      break;
    }
    if (!moved) return false;
  }
  return automaton.accepts_end(state);
}

/// phi 1: after every a there is a b before the next a and before the end. The report's expression lacks the leading
/// (b + tau)*: (b+tau)* (a tau* b (b+tau)*)*.
bool in_phi1(const std::string& word) {
  bool open = false;
  for (const char c : word) {
    if (c == 'a' && open) return false;
    if (c == 'a') open = true;
    if (c == 'b') open = false;
  }
  return !open;
}

/// phi 2: b+ or anything a b+.
bool in_phi2(const std::string& word) {
  const std::size_t last = word.find_last_not_of('b');
  if (word.empty() || word.back() != 'b') return false;
  return last == std::string::npos || word[last] == 'a';
}

constexpr const char* kPhi1 = "G (a -> X[!] (!a U b))";
constexpr const char* kPhi2 = "F a U G b";

TEST(Derivative, PhiOneIsTheLanguageOfTheReport) {
  auto automaton = std::move(DerivativeAutomaton::create(parsed(kPhi1), kEvents).value());
  for_each_event_word(7, [&](const std::string& word) { ASSERT_EQ(accepts(*automaton, word), in_phi1(word)) << word; });
}

TEST(Derivative, WithWeakNextTheOneLetterWordAWouldBeAccepted) {
  auto automaton = std::move(DerivativeAutomaton::create(parsed("G (a -> X (!a U b))"), kEvents).value());
  EXPECT_TRUE(accepts(*automaton, "a"));
}

TEST(Derivative, PhiTwoIsTheLanguageOfTheReport) {
  auto automaton = std::move(DerivativeAutomaton::create(parsed(kPhi2), kEvents).value());
  for_each_event_word(7, [&](const std::string& word) { ASSERT_EQ(accepts(*automaton, word), in_phi2(word)) << word; });
}

TEST(Derivative, WholeOverEventsAgreesWithTheLanguages) {
  for (const auto& language : {std::pair(kPhi1, &in_phi1), std::pair(kPhi2, &in_phi2)}) {
    const auto automaton =
        derivative_automaton(parsed(language.first), std::make_shared<AtomSpace>(), {.alphabet = kEvents}).value();
    EXPECT_TRUE(is_deterministic(automaton));
    for_each_event_word(
        6, [&](const std::string& word) { ASSERT_EQ(accepts(automaton, word), language.second(word)) << word; });
  }
}

// The automaton of phi 1 in the report's figure 4 must have the states {no a open, a open}, including the initial one:
// λ is accepted, and the derivative by b is the formula itself.
TEST(Derivative, PhiOneHasTwoStates) {
  const auto automaton =
      derivative_automaton(parsed(kPhi1), std::make_shared<AtomSpace>(), {.alphabet = kEvents}).value();
  EXPECT_EQ(automaton.state_count(), 2U);
  EXPECT_TRUE(automaton.accepts_end(0));
  EXPECT_FALSE(automaton.accepts_end(1));
}

TEST(Derivative, TheEmptyWordAsTheReportDefinesIt) {
  for (const char* text : {"true", "!a", "X a", "a U true", "F !a", "G !a", "X false", "a W !b", "!(X[!] a)", "a -> b"})
    EXPECT_TRUE(empty_word_satisfies(parsed(text))) << text;
  for (const char* text : {"false", "a", "X[!] a", "a U b", "F a", "G a", "X[!] true", "!a M b", "a <-> !b"})
    EXPECT_FALSE(empty_word_satisfies(parsed(text))) << text;
}

TEST(Derivative, AViolationLeavesNoEdge) {
  auto automaton = std::move(DerivativeAutomaton::create(parsed("G !a"), kEvents).value());
  EXPECT_TRUE(automaton->edges(automaton->initial(), 1).empty());
  EXPECT_EQ(automaton->edges(automaton->initial(), 2).size(), 1U);
}

// "It produces automata for about fifty temporal operators formulas in a few seconds on a SUN workstation": a chain of
// precedences and responses over fifty events.
TEST(Derivative, FiftyOperatorsTakeMilliseconds) {
  std::string text = "true";
  std::vector<std::string> events;
  for (int i = 0; i < 26; ++i) {
    events.push_back("e" + std::to_string(i));
    if (i == 0) continue;
    text += fmt::format(" & (!e{} W e{}) & G (e{} -> X G !e{})", i, i - 1, i, i);
  }
  const auto start = std::chrono::steady_clock::now();
  const auto automaton = derivative_automaton(parsed(text), std::make_shared<AtomSpace>(), {.alphabet = events});
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  ASSERT_TRUE(automaton.has_value());
  EXPECT_GE(automaton->state_count(), 26U);
  EXPECT_LT(seconds, 20.0) << "milliseconds in a release build; a sanitized one on a busy machine gets plenty";
}

TEST(Derivative, DeepFormulasAreRefusedWithAMessage) {
  Formula f = Formula::atom("p");
  for (int i = 0; i < 100'000; ++i) f = Formula::unary(Op::Next, f);
  const auto refused = derivative_automaton(f, std::make_shared<AtomSpace>());
  ASSERT_FALSE(refused.has_value());
  EXPECT_NE(refused.error()[0].message.find("too many"), std::string::npos);
}

}  // namespace
}  // namespace weir::test
