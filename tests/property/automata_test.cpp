// SPDX-License-Identifier: Apache-2.0
// Random automata: every transformation keeps (or complements, joins, meets) the language, judged word by word by the
// oracle; every witness is a witness; what is called deterministic, complete or state-based is.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "automaton/automaton.h"
#include "automaton/degeneralize.h"
#include "automaton/emptiness.h"
#include "automaton/hoa_reader.h"
#include "automaton/hoa_writer.h"
#include "automaton/product.h"
#include "automaton/remove_fin.h"
#include "automaton/trim.h"
#include "oracle/automaton_membership.h"
#include "support/random_automaton.h"

namespace weir::test {
namespace {

constexpr std::uint32_t kAtoms = 2;

/// Runs `body` on automata of all shapes, with a seed that the failure message shows.
void for_random_automata(int count, const std::function<void(std::mt19937_64&, const Automaton&)>& body,
                         std::vector<RandomAcceptance> kinds = {RandomAcceptance::Buchi,
                                                                RandomAcceptance::GeneralizedBuchi,
                                                                RandomAcceptance::EmersonLei},
                         std::uint32_t max_states = 5) {
  for (int seed = 0; seed < count; ++seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    RandomAutomaton shape;
    shape.states = 1 + static_cast<std::uint32_t>(random() % max_states);
    shape.atoms = 1 + static_cast<std::uint32_t>(random() % kAtoms);
    shape.acceptance = kinds[static_cast<std::size_t>(seed) % kinds.size()];
    shape.sets = static_cast<std::uint32_t>(random() % 4);
    if (shape.acceptance == RandomAcceptance::EmersonLei) ++shape.sets;
    shape.deterministic = random() % 4 == 0;
    shape.initials = 1 + static_cast<std::uint32_t>(random() % 8 == 0);
    const Automaton automaton = random_automaton(random, space_of(kAtoms), shape);
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + to_hoa(automaton));
    body(random, automaton);
    if (::testing::Test::HasFailure()) return;
  }
}

void expect_same_language(std::mt19937_64& random, const Automaton& a, const Automaton& b) {
  for (const LassoWord& word : sample_lassos(random, kAtoms, 20))
    ASSERT_EQ(accepts_lasso(a, word), accepts_lasso(b, word)) << show(word) << "\n" << to_hoa(b);
}

TEST(Automata, EmptinessFindsWordsThatAreAccepted) {
  for_random_automata(600, [](std::mt19937_64& random, const Automaton& a) {
    const auto word = accepted_word(a);
    if (word) {
      EXPECT_TRUE(accepts_lasso(a, letters_of(a.space(), *word))) << word_text(a.space(), *word);
    } else {
      for (const LassoWord& lasso : sample_lassos(random, kAtoms, 20))
        ASSERT_FALSE(accepts_lasso(a, lasso)) << show(lasso);
    }
  });
}

TEST(Automata, TransformationsKeepTheLanguage) {
  for_random_automata(150, [](std::mt19937_64& random, const Automaton& a) {
    expect_same_language(random, a, trimmed(a));
    expect_same_language(random, a, completed(a));
    EXPECT_TRUE(is_complete(completed(a)));
    expect_same_language(random, a, with_single_initial(a));
    expect_same_language(random, a, without_fin(a));
    EXPECT_TRUE(without_fin(a).acceptance().generalized_buchi_sets());
    expect_same_language(random, a, with_state_marks(a));
    EXPECT_TRUE(has_state_marks(with_state_marks(a)));
  });
}

TEST(Automata, DegeneralizationKeepsTheLanguage) {
  for_random_automata(150, [](std::mt19937_64& random, const Automaton& a) {
    for (const Acceptances where : {Acceptances::OnTransitions, Acceptances::OnStates}) {
      const Automaton d = degeneralized(a, where);
      EXPECT_EQ(d.acceptance().to_string(), "Inf(0)");
      if (where == Acceptances::OnStates) {
        EXPECT_TRUE(has_state_marks(d));
      }
      expect_same_language(random, a, d);
    }
  });
}

TEST(Automata, ProductAndUnionMeetAndJoinLanguages) {
  for_random_automata(
      150,
      [](std::mt19937_64& random, const Automaton& a) {
        RandomAutomaton shape;
        shape.states = 3;
        shape.acceptance = random() % 2 == 0 ? RandomAcceptance::GeneralizedBuchi : RandomAcceptance::EmersonLei;
        const Automaton b = random_automaton(random, a.space_pointer(), shape);
        const Automaton both = intersection(a, b), sum = union_of(a, b), either = union_product(a, b);
        for (const LassoWord& word : sample_lassos(random, kAtoms, 10)) {
          const bool in_a = accepts_lasso(a, word), in_b = accepts_lasso(b, word);
          ASSERT_EQ(accepts_lasso(sum, word), in_a || in_b) << show(word) << to_hoa(b) << to_hoa(sum);
          ASSERT_EQ(accepts_lasso(both, word), in_a && in_b) << show(word) << to_hoa(b);
          ASSERT_EQ(accepts_lasso(either, word), in_a || in_b) << show(word) << to_hoa(b);
        }
      },
      {RandomAcceptance::Buchi, RandomAcceptance::GeneralizedBuchi, RandomAcceptance::EmersonLei}, 3);
}

TEST(Automata, HoaRoundTripKeepsEverything) {
  for_random_automata(300, [](std::mt19937_64&, const Automaton& a) {
    const std::string text = to_hoa(a);
    const auto again = read_hoa(SourceText("x", text), a.space_pointer());
    ASSERT_TRUE(again) << to_string(again.error());
    ASSERT_EQ(again->size(), 1u);
    const Automaton& b = again->front();
    EXPECT_EQ(to_hoa(b), text);
    ASSERT_EQ(a.state_count(), b.state_count());
    for (Automaton::State s = 0; s < a.state_count(); ++s) {
      ASSERT_EQ(a.edges(s).size(), b.edges(s).size());
      for (std::size_t i = 0; i < a.edges(s).size(); ++i) EXPECT_EQ(a.edges(s)[i], b.edges(s)[i]);
    }
  });
}

}  // namespace
}  // namespace weir::test
