// SPDX-License-Identifier: Apache-2.0
// Verdicts of monitors against the truth of formulas on all small lassos.
#include "pipeline/explorer/formula_monitor.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "formula/parser.h"
#include "formula/printer.h"
#include "oracle/word_oracle.h"
#include "support/random_formula.h"

namespace weir::test {
namespace {

using Verdict = Explorer::MonitorVerdict;

std::unique_ptr<FormulaMonitor> monitor_of(Formula formula) {
  Expected<std::unique_ptr<FormulaMonitor>> made = FormulaMonitor::make(formula, {});
  EXPECT_TRUE(made) << to_string(formula);
  return made ? std::move(*made) : nullptr;
}

weir::Letter letter_of(const FormulaMonitor& monitor, const ValuedWord& word, std::size_t position) {
  weir::Letter letter = 0;
  for (std::size_t bit = 0; bit < monitor.atoms().size(); ++bit)
    for (std::size_t k = 0; k < word.atoms.size(); ++k)
      if (word.atoms[k] == monitor.atoms()[bit] && word.letters[position][k]) letter |= weir::Letter{1} << bit;
  return letter;
}

TEST(FormulaMonitor, DecidesByThePrefixAlone) {
  const auto verdicts = [](const char* text, const std::vector<weir::Letter>& word) {
    const auto monitor = monitor_of(*parse_formula(text));
    FormulaMonitor::State state = FormulaMonitor::kStart;
    std::string shown;
    for (const weir::Letter letter : word) {
      state = monitor->next(state, letter);
      shown += "?+-"[static_cast<int>(monitor->verdict(state))];
    }
    return shown;
  };
  EXPECT_EQ(verdicts("G p", {1, 1, 0, 1}), "??--");
  EXPECT_EQ(verdicts("F p", {0, 0, 1, 0}), "??++");
  EXPECT_EQ(verdicts("G F p", {0, 1, 0, 1}), "????");
  EXPECT_EQ(verdicts("p U q", {1, 1, 0}), "??-");  // p is bit 0, q is bit 1
  EXPECT_EQ(verdicts("p U q", {1, 1, 2}), "??+");
  EXPECT_EQ(verdicts("G p & F !p", {1}), "-");  // no informative prefix: the automaton is empty from the start
  EXPECT_EQ(verdicts("p | !p", {0}), "+");
}

TEST(FormulaMonitor, AgreesWithTheSemanticsOnAllSmallLassos) {
  constexpr std::size_t kSeen = 2;  ///< letters read before completeness is asked for
  std::mt19937_64 random(7);
  WordOracle oracle = WordOracle::infinite({"p", "q"}, 3, 2);
  for (int round = 0; round < 15; ++round) {
    const Formula formula = random_formula(random, 2 + round % 5, {"p", "q"});
    const auto monitor = monitor_of(formula);
    ASSERT_NE(monitor, nullptr);
    const std::vector<WordOracle::Row>& truth = oracle.truth(formula);
    struct Futures {
      bool some_true = false, some_false = false;
      Verdict verdict = Verdict::Open;
    };
    std::map<std::vector<weir::Letter>, Futures> by_prefix;
    for (std::size_t i = 0; i < oracle.words(); ++i) {
      const ValuedWord word = oracle.word(i);
      const bool holds = (truth[i] & 1) != 0;
      FormulaMonitor::State state = FormulaMonitor::kStart;
      std::vector<weir::Letter> read;
      for (std::size_t k = 0; k < word.letters.size(); ++k) {
        read.push_back(letter_of(*monitor, word, k));
        // The last letter forever.
        if (word.cycle_start == k && k + 1 == word.letters.size())
          ASSERT_EQ(monitor->verdict_of_repetition(state, read.back()) == Verdict::Satisfied, holds)
              << to_string(formula);
        state = monitor->next(state, read.back());
        const Verdict verdict = monitor->verdict(state);
        ASSERT_NE(verdict, holds ? Verdict::Violated : Verdict::Satisfied) << to_string(formula);
        if (read.size() != kSeen || word.letters.size() < 5) continue;
        Futures& futures = by_prefix[read];
        futures.verdict = verdict;
        (holds ? futures.some_true : futures.some_false) = true;
      }
    }
    // Formulas of this size cannot tell longer words from these.
    for (const auto& [prefix, futures] : by_prefix) {
      if (!futures.some_true) EXPECT_EQ(futures.verdict, Verdict::Violated) << to_string(formula);
      if (!futures.some_false) EXPECT_EQ(futures.verdict, Verdict::Satisfied) << to_string(formula);
    }
  }
}

TEST(FormulaMonitor, DrawsTheAutomatonOfTheFormula) {
  const auto monitor = monitor_of(*parse_formula("F p"));
  const AutomatonGraph& graph = monitor->graph();
  ASSERT_EQ(graph.states.size(), 2U);
  EXPECT_EQ(monitor->automaton_states(FormulaMonitor::kStart), std::vector<std::uint32_t>{graph.initial});
  const FormulaMonitor::State after = monitor->next(FormulaMonitor::kStart, 1);
  ASSERT_FALSE(monitor->automaton_states(after).empty());
  EXPECT_NE(monitor->automaton_states(after).front(), graph.initial);
}

}  // namespace
}  // namespace weir::test
