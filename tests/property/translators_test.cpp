// SPDX-License-Identifier: Apache-2.0
// Compares the translators with the reference semantics and with each other: all small formulas and random larger ones,
// on all short lassos and words.
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "automaton/analysis/emptiness.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/product.h"
#include "automaton/translate/closure.h"
#include "automaton/translate/couvreur.h"
#include "automaton/translate/derivative.h"
#include "automaton/translate/translate.h"
#include "formula/finite_semantics.h"
#include "formula/lasso_semantics.h"
#include "formula/rewrite.h"
#include "oracle/automaton_membership.h"
#include "oracle/lasso_run.h"
#include "support/print_formula.h"
#include "support/random_formula.h"
#include "support/words.h"

namespace weir::test {
namespace {

const std::vector<std::string> kAtoms = {"p0", "p1"};

AtomSpacePtr fresh_space() {
  auto space = std::make_shared<AtomSpace>();
  for (const std::string& atom : kAtoms) space->variable(atom);
  return space;
}

ValuedWord valued(const Word& prefix, const Word& cycle) {
  ValuedWord word{kAtoms, {}, std::nullopt};
  const auto add = [&](Letter letter) { word.letters.push_back({(letter & 1) != 0, (letter & 2) != 0}); };
  for (const Letter letter : prefix) add(letter);
  if (!cycle.empty()) word.cycle_start = prefix.size();
  for (const Letter letter : cycle) add(letter);
  return word;
}

std::vector<LassoWord> short_lassos(std::size_t prefix, std::size_t cycle) {
  std::vector<LassoWord> lassos;
  for_each_lasso(kAtoms.size(), prefix, cycle, [&](const LassoWord& lasso) { lassos.push_back(lasso); });
  return lassos;
}

struct Way {
  const char* name;
  TranslationOptions options;
};

std::vector<Way> ways() {
  return {{"couvreur, none", {.translator = Translator::Couvreur, .simplify = SimplifyLevel::None}},
          {"couvreur, low", {.translator = Translator::Couvreur, .simplify = SimplifyLevel::Low}},
          {"couvreur, high", {.translator = Translator::Couvreur, .simplify = SimplifyLevel::High}},
          {"closure, none", {.translator = Translator::Closure, .simplify = SimplifyLevel::None}}};
}

/// The name of a translator that is wrong on some lasso, or nothing.
std::string wrong_on_lassos(Formula f, const std::vector<LassoWord>& lassos) {
  std::vector<bool> expected;
  for (const LassoWord& lasso : lassos) expected.push_back(holds_on_lasso(f, valued(lasso.prefix, lasso.cycle)));
  for (const Way& way : ways()) {
    const auto automaton = infinite_automaton(f, fresh_space(), way.options);
    if (!automaton) continue;  // the closure construction gives up on large formulas
    for (std::size_t i = 0; i < lassos.size(); ++i)
      if (generalized_buchi_accepts(*automaton, lassos[i]) != expected[i]) return way.name;
  }
  return "";
}

void expect_right_on_lassos(Formula f, const std::vector<LassoWord>& lassos) {
  if (wrong_on_lassos(f, lassos).empty()) return;
  const Formula small = shrink(f, [&](Formula g) { return !wrong_on_lassos(g, lassos).empty(); });
  ADD_FAILURE() << wrong_on_lassos(small, lassos) << " translates " << to_string(small) << " wrongly (from "
                << to_string(f) << ")";
}

TEST(Translators, AllSmallFormulasOnAllShortLassos) {
  const std::vector<LassoWord> lassos = short_lassos(2, 2);
  const RandomOps ops{.unary = {Op::Not, Op::Next, Op::Finally, Op::Globally},
                      .binary = {Op::And, Op::Xor, Op::Until, Op::Release, Op::WeakUntil, Op::StrongRelease}};
  for (const Formula f : all_formulas(4, kAtoms, ops)) {
    expect_right_on_lassos(f, lassos);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Translators, RandomFormulasOnAllShortLassos) {
  const std::vector<LassoWord> lassos = short_lassos(2, 3);
  std::mt19937_64 random(20261115);
  for (int round = 0; round < 250 && !testing::Test::HasFailure(); ++round)
    expect_right_on_lassos(random_formula(random, 5 + static_cast<std::size_t>(round % 8), kAtoms), lassos);
}

TEST(Translators, AFormulaAndItsNegationAreDisjointAndCoverEverything) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 150; ++round) {
    const Formula f = random_formula(random, 4 + static_cast<std::size_t>(round % 9), kAtoms);
    const AtomSpacePtr space = fresh_space();
    const Automaton yes = infinite_automaton(f, space).value();
    const Automaton no = infinite_automaton(!f, space).value();
    EXPECT_TRUE(is_empty(intersection(yes, no))) << to_string(f);
    // Together they must accept every word; a word that neither accepts would show here.
    for (const Way& way : ways()) {
      const auto other = infinite_automaton(f, space, way.options);
      if (!other) continue;
      EXPECT_TRUE(is_empty(intersection(*other, no))) << way.name << ": " << to_string(f);
      const auto other_no = infinite_automaton(!f, space, way.options);
      if (!other_no) continue;
      EXPECT_TRUE(is_empty(intersection(yes, *other_no))) << way.name << ": " << to_string(f);
    }
  }
}

/// Runs a lasso through an on-demand automaton, turning all edges of each step into an explicit automaton.
TEST(Translators, OnDemandIsTheSameAutomatonAsWhole) {
  std::mt19937_64 random(11);
  const std::vector<LassoWord> lassos = short_lassos(2, 2);
  for (int round = 0; round < 150; ++round) {
    const Formula f = negation_normal_form(random_formula(random, 4 + static_cast<std::size_t>(round % 8), kAtoms),
                                           Semantics::Infinite);
    auto on_demand = std::move(CouvreurAutomaton::create(f, kAtoms).value());
    const AtomSpacePtr space = fresh_space();
    Automaton explored(space);
    explored.add_initial(explored.add_state());
    for (std::uint32_t s = 0; s < on_demand->states(); ++s) {
      for (Letter letter = 0; letter < 4; ++letter) {
        const Bdd label = space->bdds.cube({{0, (letter & 1) != 0}, {1, (letter & 2) != 0}});
        for (const PropertyAutomaton::Edge edge : on_demand->edges(s, letter)) {
          explored.add_states(static_cast<std::uint32_t>(on_demand->states()) - explored.state_count());
          explored.add_edge(s, label, edge.marks, edge.destination);
        }
      }
    }
    explored.set_acceptance(static_cast<std::uint32_t>(on_demand->acceptance().marks().count()),
                            on_demand->acceptance());
    for (const LassoWord& lasso : lassos)
      ASSERT_EQ(generalized_buchi_accepts(explored, lasso), holds_on_lasso(f, valued(lasso.prefix, lasso.cycle)))
          << to_string(f);
  }
}

bool derivative_accepts(PropertyAutomaton& automaton, const Word& word) {
  std::uint32_t state = automaton.initial();
  for (const Letter letter : word) {
    const auto edges = automaton.edges(state, letter);
    if (edges.empty()) return false;
    state = edges[0].destination;
  }
  return automaton.accepts_end(state);
}

std::string wrong_on_words(Formula f, const std::vector<Word>& words) {
  auto on_demand = std::move(DerivativeAutomaton::create(f, kAtoms).value());
  const AtomSpacePtr space = fresh_space();
  const Automaton whole = derivative_automaton(f, space).value();
  const Automaton small = finite_automaton(f, space).value();
  const Automaton smallest = minimized_dfa(whole);
  if (!is_deterministic(whole)) return "not deterministic";
  if (smallest.state_count() > whole.state_count()) return "minimal is larger";
  if (minimized_dfa(small).state_count() != smallest.state_count()) return "minimal depends on the way";
  for (const Word& word : words) {
    const bool expected = holds_on_finite(f, valued(word, {}));
    if (derivative_accepts(*on_demand, word) != expected) return "on demand";
    if (accepts_word(whole, word) != expected) return "whole";
    if (accepts_word(small, word) != expected) return "simplified";
    if (accepts_word(smallest, word) != expected) return "minimal";
  }
  return "";
}

void expect_right_on_words(Formula f, const std::vector<Word>& words) {
  if (wrong_on_words(f, words).empty()) return;
  const Formula small = shrink(f, [&](Formula g) { return !wrong_on_words(g, words).empty(); });
  ADD_FAILURE() << wrong_on_words(small, words) << " is wrong for " << to_string(small) << " (from " << to_string(f)
                << ")";
}

TEST(Derivatives, AllSmallFormulasOnAllShortWords) {
  std::vector<Word> words;
  for_each_word(kAtoms.size(), 4, [&](const Word& word) { words.push_back(word); });
  const RandomOps ops{.unary = {Op::Not, Op::Next, Op::StrongNext, Op::Finally, Op::Globally},
                      .binary = {Op::And, Op::Equiv, Op::Until, Op::Release, Op::WeakUntil, Op::StrongRelease}};
  for (const Formula f : all_formulas(3, kAtoms, ops)) {
    expect_right_on_words(f, words);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(Derivatives, RandomFormulasOnAllShortWords) {
  std::vector<Word> words;
  for_each_word(kAtoms.size(), 5, [&](const Word& word) { words.push_back(word); });
  std::mt19937_64 random(3);
  for (int round = 0; round < 300 && !testing::Test::HasFailure(); ++round)
    expect_right_on_words(random_formula(random, 4 + static_cast<std::size_t>(round % 9), kAtoms), words);
}

}  // namespace
}  // namespace weir::test
