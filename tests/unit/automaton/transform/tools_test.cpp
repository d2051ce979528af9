// SPDX-License-Identifier: Apache-2.0
// Small automata with results known by hand, tool by tool. tests/property tests languages in general.
#include <gtest/gtest.h>

#include <string>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/scc_info.h"
#include "automaton/analysis/strength.h"
#include "automaton/classify/classify.h"
#include "automaton/format/hoa_reader.h"
#include "automaton/format/hoa_writer.h"
#include "automaton/letter_cells.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/degeneralize.h"
#include "automaton/transform/determinize.h"
#include "automaton/transform/minimize_dfa.h"
#include "automaton/transform/obligation.h"
#include "automaton/transform/powerset.h"
#include "automaton/transform/product.h"
#include "automaton/transform/remove_fin.h"
#include "automaton/transform/simplify.h"
#include "automaton/transform/simplify_acceptance.h"
#include "automaton/transform/simulation.h"
#include "automaton/transform/trim.h"

namespace weir::test {
namespace {

Automaton read(const AtomSpacePtr& space, const std::string& text, Words words = Words::Infinite) {
  auto result = read_hoa(SourceText("x", "HOA: v1 AP: 2 \"a\" \"b\" Start: 0 " + text + " --END--"), space, words);
  EXPECT_TRUE(result) << to_string(result.error());
  return result->front();
}
Automaton read(const std::string& text, Words words = Words::Infinite) {
  return read(std::make_shared<AtomSpace>(), text, words);
}

// Each with a hand-made automaton of its negation.
const char* const kAlwaysA = "Acceptance: 0 t --BODY-- State: 0 [0] 0";
const char* const kNotAlwaysA = "Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 0 [!0] 1 State: 1 [t] 1 {0}";
const char* const kOftenA = "Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 0 {0} [!0] 0";
const char* const kNotOftenA = "Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 0 [!0] 1 State: 1 [!0] 1 {0}";
const char* const kAThenOften =  // GFa & GFb
    "Acceptance: 2 Inf(0)&Inf(1) --BODY-- State: 0 [!0&!1] 0 [0&!1] 0 {0} [!0&1] 0 {1} [0&1] 0 {0 1}";
// Even number of a before b: not stutter-invariant.
const char* const kEvenFirst = "Acceptance: 0 t --BODY-- State: 0 [0] 1 State: 1 [t] 2 State: 2 [0] 1";

TEST(SccInfo, NumbersComponentsBottomUpAndKnowsTheirMarks) {
  const Automaton a = read(kNotAlwaysA);
  const SccInfo info = scc_info(a);
  ASSERT_EQ(info.components.size(), 2u);
  EXPECT_LT(info.component[1], info.component[0]);
  EXPECT_TRUE(info.components[info.component[1]].accepting);
  EXPECT_FALSE(info.components[info.component[0]].accepting);
}

TEST(Emptiness, HonoursFin) {
  const char* const body = " --BODY-- State: 0 [0] 0 {0} [!0] 0 {1}";
  EXPECT_FALSE(is_empty(read(std::string("Acceptance: 2 Fin(0)&Inf(1)") + body)));
  EXPECT_TRUE(is_empty(read(std::string("Acceptance: 2 Fin(0)&Fin(1)") + body)));
  EXPECT_TRUE(is_empty(read(std::string("Acceptance: 3 Inf(2)") + body)));
  const Automaton a = read(std::string("Acceptance: 2 Fin(0)&Inf(1)") + body);
  EXPECT_EQ(word_text(a.space(), *accepted_word(a)), "cycle{!a}");
}

TEST(Emptiness, FindsAShortestFiniteWord) {
  const Automaton a = read(
      "Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 1 [1] 2 State: 1 [t] 2 State: 2 [0&1] 3 State: 3 {0}", Words::Finite);
  EXPECT_EQ(word_text(a.space(), *accepted_word(a)), "b; a & b");
}

TEST(Strength, TellsTerminalWeakAndStrong) {
  EXPECT_EQ(strength(read(kNotAlwaysA)), Strength::Terminal);
  EXPECT_EQ(strength(read(kAlwaysA)), Strength::Weak);
  EXPECT_EQ(strength(read(kOftenA)), Strength::Strong);
  EXPECT_TRUE(is_very_weak(read(kNotAlwaysA)));
}

TEST(Trim, DropsWhatNoAcceptingRunNeeds) {
  const Automaton a =
      read("Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 1 [1] 2 State: 1 [t] 1 State: 2 [t] 2 {0} State: 3 [t] 3 {0}");
  EXPECT_EQ(trimmed(a).state_count(), 2u);
  EXPECT_EQ(trimmed(a).edge_count(), 2u);
  const Automaton nothing = trimmed(read("Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 0"));
  EXPECT_EQ(nothing.state_count(), 1u);
  EXPECT_EQ(nothing.edge_count(), 0u);
}

TEST(SimplifyAcceptance, DropsRedundantSets) {
  // Mark 1 is on every edge with mark 0; mark 2 is on all edges.
  const Automaton a = with_simplified_acceptance(
      read("Acceptance: 3 Inf(0)&Inf(1)&Inf(2) --BODY-- State: 0 [0] 0 {0 1 2} [!0] 0 {2} [1] 0 {1 2}"));
  EXPECT_EQ(a.mark_count(), 1u);
  // All cycles are accepting: no set is needed.
  EXPECT_EQ(with_simplified_acceptance(read("Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 0 {0}")).mark_count(), 0u);
  // A rejecting cycle must stay rejecting.
  EXPECT_EQ(with_simplified_acceptance(read(kNotAlwaysA)).mark_count(), 1u);
  EXPECT_EQ(
      with_simplified_acceptance(read("Acceptance: 3 Fin(0)&Inf(1) | Inf(2) --BODY-- State: 0 [0] 0 {0 1} [!0] 0 {1}"))
          .acceptance()
          .to_string(),
      "Fin(0)&Inf(1)");
}

TEST(SimplifyAcceptance, SupportsTheMaximalNumberOfSets) {
  for (const char* op : {"&", "|"}) {
    std::string condition = "Fin(0)";
    std::string edges = "[t] 0 {0} ";
    for (std::uint32_t mark = 1; mark < MarkSet::kCapacity; ++mark) {
      condition += op + ("Inf(" + std::to_string(mark) + ")");
      edges += "[t] 0 {" + std::to_string(mark) + "} ";
    }
    const Automaton a = read("Acceptance: 64 " + condition + " --BODY-- State: 0 " + edges);
    const Automaton simplified = with_simplified_acceptance(a);
    EXPECT_EQ(simplified.mark_count(), MarkSet::kCapacity);
    EXPECT_EQ(simplified.acceptance().to_string(), a.acceptance().to_string());
    EXPECT_FALSE(is_empty(simplified));
  }
}

TEST(Simulation, MergesEqualStatesAndDropsWorseEdges) {
  // States 1 and 2 behave alike; the edge to 3 is dominated by the one to 1.
  const Automaton a = read(
      "Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 1 [1] 2 [0] 3 State: 1 [t] 1 {0} State: 2 [t] 2 {0} State: 3 [1] 3 "
      "{0}");
  const Automaton r = trimmed(reduced_by_simulation(a));
  EXPECT_EQ(r.state_count(), 2u);
  EXPECT_EQ(r.edge_count(), 2u);
}

TEST(Simulation, BackwardMergesStatesWithTheSamePast) {
  // States 1 and 2 have the same past and different futures.
  const Automaton a =
      read("Acceptance: 1 Inf(0) --BODY-- State: 0 [0] 1 [0] 2 State: 1 [0] 3 State: 2 [1] 3 State: 3 [t] 3 {0}");
  EXPECT_EQ(reduced_by_simulation(a, Direction::Forward).state_count(), 4u);
  EXPECT_EQ(reduced_by_simulation(a, Direction::Backward).state_count(), 3u);
}

TEST(Degeneralize, NeedsALevelASetOnTransitionsAndOneMoreOnStates) {
  const Automaton a = read(kAThenOften);
  EXPECT_EQ(degeneralized(a, Acceptances::OnTransitions).state_count(), 2u);
  EXPECT_EQ(degeneralized(a, Acceptances::OnStates).state_count(), 3u);
}

TEST(LetterCells, PartitionTheLetters) {
  AtomSpace space;
  const Bdd a = space.atom("a"), b = space.atom("b");
  const std::vector<Bdd> labels{a, b};
  const auto cells = letter_cells(space.bdds, labels);
  ASSERT_EQ(cells.size(), 3u);  // without !a & !b
  Bdd all = kBddFalse;
  for (const LetterCell& cell : cells) {
    EXPECT_TRUE(space.bdds.disjoint(all, cell.letters));
    all = space.bdds.disjoin(all, cell.letters);
  }
  EXPECT_EQ(all, space.bdds.disjoin(a, b));
}

TEST(Powerset, MinimisesFiniteAutomata) {
  // The third letter from the end is an a: the minimal automaton has eight states.
  const Automaton a = read(
      "Acceptance: 1 Inf(0) --BODY-- State: 0 [t] 0 [0] 1 State: 1 [t] 2 State: 2 [t] 3 State: 3 {0}", Words::Finite);
  EXPECT_EQ(minimal_finite(a).state_count(), 8u);
  EXPECT_THROW(powerset(a, 4), LimitReached);
}

TEST(Obligation, FindsTheMinimalWeakAutomatonOrNone) {
  const auto space = std::make_shared<AtomSpace>();
  const auto always = minimal_obligation(read(space, kAlwaysA), read(space, kNotAlwaysA));
  ASSERT_TRUE(always);
  EXPECT_EQ(always->state_count(), 2u);
  EXPECT_TRUE(is_deterministic(*always) && is_complete(*always));
  EXPECT_FALSE(minimal_obligation(read(space, kOftenA), read(space, kNotOftenA)));
}

TEST(Determinize, EventuallyAlwaysNeedsNoBuchiAutomatonButHasAParityOne) {
  const Automaton d = determinized(read(kNotOftenA));
  EXPECT_TRUE(is_deterministic(d));
  EXPECT_LE(d.state_count(), 3u);
  EXPECT_LE(d.mark_count(), 3u);
}

TEST(Complement, OfANondeterministicAutomaton) {
  const auto space = std::make_shared<AtomSpace>();
  const Automaton often = read(space, kOftenA), not_often = read(space, kNotOftenA);
  EXPECT_FALSE(difference(complement(not_often), often));
  EXPECT_TRUE(included(read(space, kAlwaysA), often));
  const auto word = word_in_left_only(often, read(space, kAlwaysA));
  ASSERT_TRUE(word);
  EXPECT_FALSE(word->cycle.empty());
}

TEST(Complement, FindsAShortestFiniteDifference) {
  const auto space = std::make_shared<AtomSpace>();
  const Automaton a = read(space, "Acceptance: 1 Inf(0) --BODY-- State: 0 {0} [0] 1 State: 1 {0} [0] 0", Words::Finite);
  const Automaton b = read(space, "Acceptance: 1 Inf(0) --BODY-- State: 0 {0} [0] 1 State: 1 [0] 0", Words::Finite);
  const auto d = difference(a, b);
  ASSERT_TRUE(d);
  EXPECT_TRUE(d->left_accepts);
  EXPECT_EQ(word_text(*space, d->word), "a");
}

TEST(RemoveFin, TurnsRabinIntoBuchi) {
  const Automaton a = without_fin(read("Acceptance: 2 Fin(0)&Inf(1) --BODY-- State: 0 [0] 0 {0} [!0] 0 {1}"));
  EXPECT_EQ(a.acceptance().to_string(), "Inf(0)");
  EXPECT_EQ(a.state_count(), 2u);
}

TEST(Classify, KnowsTheHierarchy) {
  const auto space = std::make_shared<AtomSpace>();
  const Automaton always = read(space, kAlwaysA), not_always = read(space, kNotAlwaysA);
  const Automaton often = read(space, kOftenA), not_often = read(space, kNotOftenA);
  EXPECT_STREQ(classify(always, not_always)->name(), "safety");
  EXPECT_STREQ(classify(not_always, always)->name(), "guarantee");
  EXPECT_STREQ(classify(often, not_often)->name(), "recurrence");
  EXPECT_STREQ(classify(not_often, often)->name(), "persistence");
  // G a | F b, and GF a -> GF b.
  const Automaton f_b = read(space, "Acceptance: 1 Inf(0) --BODY-- State: 0 [!1] 0 [1] 1 State: 1 [t] 1 {0}");
  const Automaton g_not_b = read(space, "Acceptance: 0 t --BODY-- State: 0 [!1] 0");
  EXPECT_STREQ(classify(union_of(always, f_b), intersection(not_always, g_not_b))->name(), "obligation");
  const Automaton streett =
      read(space, "Acceptance: 2 Fin(0)|Inf(1) --BODY-- State: 0 [!0&!1] 0 [0&!1] 0 {0} [!0&1] 0 {1} [0&1] 0 {0 1}");
  EXPECT_STREQ(classify(streett, complement(streett))->name(), "reactivity");
}

TEST(Classify, KnowsStutterInvariance) {
  const auto space = std::make_shared<AtomSpace>();
  EXPECT_EQ(is_stutter_invariant(read(space, kAlwaysA), read(space, kNotAlwaysA)), std::optional(true));
  EXPECT_EQ(is_stutter_invariant(read(space, kOftenA), read(space, kNotOftenA)), std::optional(true));
  const Automaton even = read(space, kEvenFirst);
  EXPECT_EQ(is_stutter_invariant(even, complement(even)), std::optional(false));
}

TEST(Classify, TellsWhetherTheFiniteAutomatonReadAsBuchiIsTheProperty) {
  const auto space = std::make_shared<AtomSpace>();
  const Automaton f_a =
      read(space, "Acceptance: 1 Inf(0) --BODY-- State: 0 [!0] 0 [0] 1 State: 1 {0} [t] 1", Words::Finite);
  const Automaton often = read(space, kOftenA), not_often = read(space, kNotOftenA);
  const Automaton eventually = read(space, "Acceptance: 1 Inf(0) --BODY-- State: 0 [!0] 0 [0] 1 State: 1 {0} [t] 1");
  EXPECT_FALSE(buchi_reading_difference(f_a, eventually, complement(eventually)));
  const auto d = buchi_reading_difference(f_a, often, not_often);
  ASSERT_TRUE(d);
  EXPECT_TRUE(d->left_accepts);
}

TEST(Simplify, ReachesTheSmallestAutomataOfSmallLanguages) {
  EXPECT_EQ(simplified(read(kAThenOften)).state_count(), 1u);
  const auto space = std::make_shared<AtomSpace>();
  const Automaton blown_up = union_product(read(space, kAlwaysA), read(space, kAlwaysA));
  const Automaton small = simplified_further(simplified(blown_up), read(space, kNotAlwaysA));
  EXPECT_EQ(small.state_count(), 1u);
  EXPECT_EQ(small.mark_count(), 0u);
}

}  // namespace
}  // namespace weir::test
