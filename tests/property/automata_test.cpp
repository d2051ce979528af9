// SPDX-License-Identifier: Apache-2.0
// Random automata: every transformation keeps (or complements, unites, intersects) the language, as an oracle checks
// word by word. Every witness is valid, and automata called deterministic, complete or state-based are.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/strength.h"
#include "automaton/automaton.h"
#include "automaton/classify/classify.h"
#include "automaton/format/hoa_reader.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/powerset.h"
#include "automaton/transform/product.h"
#include "automaton/transform/quotient.h"
#include "automaton/transform/recurrence.h"
#include "automaton/transform/remove_fin.h"
#include "automaton/transform/simplify.h"
#include "automaton/transform/simplify_acceptance.h"
#include "automaton/transform/simulation.h"
#include "automaton/transform/trim.h"
#include "oracle/automaton_membership.h"
#include "support/random_automaton.h"

namespace weir::test {
namespace {

constexpr std::uint32_t kAtoms = 2;

/// Runs `body` on automata of all shapes; the failure message shows the seed.
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
    if (testing::Test::HasFailure()) return;
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

TEST(Automata, ReductionsKeepTheLanguageAndDoNotGrow) {
  for_random_automata(250, [](std::mt19937_64& random, const Automaton& a) {
    const Automaton acceptance = with_simplified_acceptance(a);
    EXPECT_LE(acceptance.mark_count(), std::max(a.mark_count(), 1u));
    expect_same_language(random, a, acceptance);
    for (const Direction direction : {Direction::Forward, Direction::Backward}) {
      const Automaton r = reduced_by_simulation(a, direction);
      EXPECT_LE(r.state_count(), a.state_count());
      expect_same_language(random, a, r);
    }
    for (const SimplifyLevel effort : {SimplifyLevel::Low, SimplifyLevel::High}) {
      const Automaton r = simplified(a, effort);
      EXPECT_LE(r.state_count(), a.state_count());
      expect_same_language(random, a, r);
    }
  });
}

TEST(Automata, DeterminisedAutomataAreDeterministicAndEquivalent) {
  for_random_automata(150, [](std::mt19937_64& random, const Automaton& a) {
    const Automaton d = determinized(a);
    EXPECT_TRUE(is_deterministic(d));
    expect_same_language(random, a, d);
  });
}

TEST(Automata, ComplementIsDisjointAndCompletes) {
  for_random_automata(150, [](std::mt19937_64& random, const Automaton& a) {
    const Automaton c = complement(a);
    for (const LassoWord& word : sample_lassos(random, kAtoms, 20))
      ASSERT_NE(accepts_lasso(a, word), accepts_lasso(c, word)) << show(word) << "\n" << to_hoa(c);
    EXPECT_TRUE(is_empty(intersection(a, c)));
    EXPECT_FALSE(difference(a, complement(c)));
  });
}

TEST(Automata, DifferencesAreReported) {
  for_random_automata(
      100,
      [](std::mt19937_64& random, const Automaton& a) {
        RandomAutomaton shape;
        shape.states = 2;
        shape.edges_per_state = 3;
        const Automaton b = random_automaton(random, a.space_pointer(), shape);
        const auto d = difference(a, b);
        if (d) {
          const LassoWord word = letters_of(a.space(), d->word);
          EXPECT_EQ(accepts_lasso(a, word), d->left_accepts) << show(word) << to_hoa(b);
          EXPECT_NE(accepts_lasso(b, word), d->left_accepts) << show(word) << to_hoa(b);
        } else {
          expect_same_language(random, a, b);
        }
      },
      {RandomAcceptance::Buchi, RandomAcceptance::GeneralizedBuchi}, 3);
}

TEST(Automata, ObligationsAreFoundExactly) {
  int found = 0, classified = 0;
  for_random_automata(
      300,
      [&](std::mt19937_64& random, const Automaton& a) {
        const Automaton c = complement(a);
        const auto minimal = minimal_obligation(a, c);
        const auto kind = classify(a, c);  // gives up if it would take too long
        classified += kind.has_value();
        // Safety, guarantee, and properties that are both recurrence and persistence are obligations: decided here
        // independently.
        EXPECT_EQ(minimal.has_value(), is_recurrence(a) && is_persistence(a))
            << (kind ? kind->name() : "not classified");
        if (!minimal) return;
        ++found;
        EXPECT_TRUE(is_deterministic(*minimal) && is_complete(*minimal));
        EXPECT_NE(strength(*minimal), Strength::Strong);
        expect_same_language(random, a, *minimal);
        expect_same_language(random, a, simplified_further(simplified(a), c));
      },
      {RandomAcceptance::Buchi, RandomAcceptance::GeneralizedBuchi}, 3);
  EXPECT_GT(found, 50);
  EXPECT_GE(classified, 290);
}

TEST(Automata, StatesAreMergedOnlyIfTheLanguageStays) {
  int merged = 0;
  for_random_automata(
      300,
      [&](std::mt19937_64& random, const Automaton& a) {
        const Automaton small = simplified(a), c = complement(a);
        const Automaton quotient = merged_while_disjoint(small, c);
        if (quotient.state_count() < small.state_count()) ++merged;
        expect_same_language(random, a, quotient);
        const Automaton further = simplified_further(small, without_fin(c));
        EXPECT_LE(further.state_count(), small.state_count());
        expect_same_language(random, a, further);
      },
      {RandomAcceptance::Buchi, RandomAcceptance::GeneralizedBuchi}, 4);
  EXPECT_GT(merged, 10);
}

TEST(Automata, RecurrencesBecomeDeterministicBuchiAutomata) {
  int found = 0;
  for_random_automata(
      300,
      [&](std::mt19937_64& random, const Automaton& a) {
        const Automaton c = without_fin(complement(a));
        const auto buchi = buchi_on_powerset(a, c, powerset(a));
        // Only recurrences have such automata; the graph of a deterministic automaton always admits one.
        if (buchi) {
          ++found;
          EXPECT_TRUE(is_recurrence(a));
          EXPECT_TRUE(is_deterministic(*buchi) && is_complete(*buchi));
          expect_same_language(random, a, *buchi);
          expect_same_language(random, a, merged_by_marks(*buchi));
        } else if (a.acceptance().to_string() == "Inf(0)") {
          EXPECT_FALSE(is_deterministic(a));
        }
      },
      {RandomAcceptance::Buchi, RandomAcceptance::GeneralizedBuchi}, 4);
  EXPECT_GT(found, 50);
}

/// By brute force: for every short word, every way to repeat letters.
TEST(Automata, StutterInvarianceAgreesWithStutteredWords) {
  int variant = 0, invariant = 0;
  for_random_automata(
      150,
      [&](std::mt19937_64& random, const Automaton& a) {
        const bool says = is_stutter_invariant(a, simplified(without_fin(complement(a)))).value();
        (says ? invariant : variant)++;
        if (!says) return;
        for (const LassoWord& word : sample_lassos(random, kAtoms, 10)) {
          LassoWord stuttered;
          for (const Letter letter : word.prefix)
            stuttered.prefix.insert(stuttered.prefix.end(), 1 + random() % 2, letter);
          for (const Letter letter : word.cycle)
            stuttered.cycle.insert(stuttered.cycle.end(), 1 + random() % 2, letter);
          ASSERT_EQ(accepts_lasso(a, word), accepts_lasso(a, stuttered)) << show(word) << show(stuttered);
        }
      },
      {RandomAcceptance::Buchi}, 3);
  EXPECT_GT(variant, 20);
  EXPECT_GT(invariant, 10);
}

TEST(Automata, FiniteAutomataAreMinimisedComplementedAndCompared) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    const auto space = space_of(kAtoms);
    RandomAutomaton shape;
    shape.words = Words::Finite;
    shape.states = 1 + static_cast<std::uint32_t>(random() % 5);
    const Automaton a = random_automaton(random, space, shape), b = random_automaton(random, space, shape);
    const Automaton minimal = minimal_finite(a), complemented = complement(a), reduced = simplified(a);
    const Automaton both = intersection(a, b), either = union_of(a, b);
    const auto told = difference(a, b);
    bool differ = false;
    for_each_word(kAtoms, 4, [&](const Word& word) {
      const bool in_a = accepts_word(a, word), in_b = accepts_word(b, word);
      EXPECT_EQ(accepts_word(minimal, word), in_a) << seed;
      EXPECT_EQ(accepts_word(reduced, word), in_a) << seed;
      EXPECT_EQ(accepts_word(trimmed(a), word), in_a) << seed;
      EXPECT_NE(accepts_word(complemented, word), in_a) << seed;
      EXPECT_EQ(accepts_word(both, word), in_a && in_b) << seed;
      EXPECT_EQ(accepts_word(either, word), in_a || in_b) << seed;
      if (in_a != in_b && !differ) {
        differ = true;  // words are ordered by length, so this one is shortest
        ASSERT_TRUE(told) << seed;
        EXPECT_EQ(told->word.prefix.size(), word.size()) << seed;
      }
    });
    EXPECT_TRUE(is_deterministic(minimal));
    if (told) {
      const Word word = letters_of(*space, told->word).prefix;
      EXPECT_EQ(accepts_word(a, word), told->left_accepts);
      EXPECT_NE(accepts_word(b, word), told->left_accepts);
    }
    // Minimality: minimising again changes nothing.
    EXPECT_EQ(minimal_finite(minimal).state_count(), minimal.state_count());
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace weir::test
