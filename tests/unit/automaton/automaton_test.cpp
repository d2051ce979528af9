// SPDX-License-Identifier: Apache-2.0
#include "automaton/automaton.h"

#include <gtest/gtest.h>

#include <memory>

#include "automaton/translate/explicit_property.h"

namespace weir::test {
namespace {

Automaton infinitely_often_p(const AtomSpacePtr& space) {
  Automaton a(space);
  const Bdd p = space->atom("p");
  const auto s = a.add_state();
  a.add_initial(s);
  a.set_acceptance(1, Acceptance::inf(0));
  a.add_edge(s, p, MarkSet::single(0), s);
  a.add_edge(s, space->bdds.negate(p), {}, s);
  a.declare_support();
  return a;
}

TEST(Automaton, KnowsItsShape) {
  const auto space = std::make_shared<AtomSpace>();
  const Automaton a = infinitely_often_p(space);
  EXPECT_TRUE(is_deterministic(a));
  EXPECT_TRUE(is_complete(a));
  EXPECT_FALSE(has_state_marks(a));
  EXPECT_EQ(a.edge_count(), 2u);
}

TEST(Automaton, IgnoresEdgesWithoutLetters) {
  const auto space = std::make_shared<AtomSpace>();
  Automaton a = infinitely_often_p(space);
  a.add_edge(0, kBddFalse, {}, 0);
  EXPECT_EQ(a.edge_count(), 2u);
}

TEST(Automaton, CompletionOfAnAlwaysAcceptingAutomatonRejectsInItsSink) {
  const auto space = std::make_shared<AtomSpace>();
  Automaton a(space);
  a.add_initial(a.add_state());
  a.add_edge(0, space->atom("p"), {}, 0);
  const Automaton c = completed(a);
  ASSERT_EQ(c.state_count(), 2u);
  EXPECT_TRUE(is_complete(c));
  EXPECT_TRUE(c.acceptance().accepts(c.edges(0)[0].marks));
  EXPECT_FALSE(c.acceptance().accepts(c.edges(1)[0].marks));
}

TEST(Automaton, SeveralInitialStatesBecomeOne) {
  const auto space = std::make_shared<AtomSpace>();
  Automaton a(space);
  a.add_states(2);
  a.add_edge(0, space->atom("p"), {}, 0);
  a.add_edge(1, space->atom("q"), {}, 1);
  a.set_initials({0, 1});
  const Automaton one = with_single_initial(a);
  ASSERT_EQ(one.initials().size(), 1u);
  EXPECT_EQ(one.state_count(), 3u);
  EXPECT_EQ(one.edges(one.initials()[0]).size(), 2u);
}

TEST(Labels, AreWrittenForPeople) {
  AtomSpace space;
  const Bdd p = space.atom("p");
  const Bdd odd = space.atom("x < 3");
  EXPECT_EQ(label_text(space, space.bdds.conjoin(p, space.bdds.negate(odd))), "p & !\"x < 3\"");
  EXPECT_EQ(label_text(space, kBddTrue), "true");
}

TEST(ExplicitProperty, AnswersByLetterWithFewAndWithManyAtoms) {
  for (const int atoms : {1, 12}) {
    const auto space = std::make_shared<AtomSpace>();
    Automaton a(space);
    a.add_states(2);
    a.add_initial(0);
    Bdd all = kBddTrue;
    for (int i = 0; i < atoms; ++i) all = space->bdds.conjoin(all, space->atom("p" + std::to_string(i)));
    a.add_edge(0, all, MarkSet::single(0), 1);
    a.add_edge(0, space->bdds.negate(all), {}, 0);
    ExplicitPropertyAutomaton property(a);
    ASSERT_EQ(property.atoms().size(), static_cast<std::size_t>(atoms));
    const Letter full = (Letter{1} << atoms) - 1;
    for (int round = 0; round < 2; ++round) {
      ASSERT_EQ(property.edges(0, full).size(), 1u);
      EXPECT_EQ(property.edges(0, full)[0].destination, 1u);
      EXPECT_EQ(property.edges(0, full - 1)[0].destination, 0u);
      EXPECT_TRUE(property.edges(1, full).empty());
    }
  }
}

}  // namespace
}  // namespace weir::test
