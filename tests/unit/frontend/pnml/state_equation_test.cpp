// SPDX-License-Identifier: Apache-2.0
// The state equation bounds sums of tokens and excludes markings, and claims nothing that it cannot prove.
#include "frontend/pnml/state_equation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

#include "support/random_net.h"

namespace weir::pnml {
namespace {

/// Two processes and a lock: p0, p1 idle; p2, p3 critical; p4 the lock.
Net lock() {
  return net_of({1, 1, 0, 0, 1}, {{{{0, 1}, {4, 1}}, {{2, 1}}},
                                  {{{2, 1}}, {{0, 1}, {4, 1}}},
                                  {{{1, 1}, {4, 1}}, {{3, 1}}},
                                  {{{3, 1}}, {{1, 1}, {4, 1}}}});
}

class StateEquationTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!LinearProgram::available()) GTEST_SKIP() << "needs CLP";
  }
};

TEST_F(StateEquationTest, BoundsSums) {
  const Net net = lock();
  StateEquation equation(net);
  EXPECT_TRUE(equation.upper_bound({{2, 1}}) == 1);
  EXPECT_TRUE(equation.upper_bound({{2, 1}, {3, 1}}) == 1);
  EXPECT_TRUE(equation.upper_bound({{0, 1}, {1, 1}}) == 2);
  EXPECT_TRUE(equation.upper_bound({{2, 1}, {3, 1}, {4, 1}}) == 1);
  EXPECT_TRUE(equation.upper_bound({{2, -1}, {3, -1}, {4, -1}}) == -1) << "an invariant is a bound on both sides";
}

/// Whether it is proved that no reachable marking has at least these tokens.
bool never_covers(StateEquation& equation, const std::vector<Arc>& tokens) {
  std::vector<Inequality> marked;
  for (const Arc& arc : tokens) marked.push_back({{{arc.place, 1}}, static_cast<std::int64_t>(arc.weight)});
  return equation.examine(marked).never;
}

TEST_F(StateEquationTest, ExcludesMarkings) {
  const Net net = lock();
  StateEquation equation(net);
  EXPECT_TRUE(never_covers(equation, {{2, 1}, {3, 1}}));
  EXPECT_TRUE(never_covers(equation, {{2, 2}}));
  EXPECT_FALSE(never_covers(equation, {{2, 1}, {1, 1}}));
  EXPECT_FALSE(never_covers(equation, {}));
  // Sums: somebody is critical, or the lock is free.
  const std::vector<Inequality> lost{{{{2, -1}, {3, -1}}, 0}, {{{4, -1}}, 0}};
  EXPECT_TRUE(equation.examine(lost).never);
  EXPECT_EQ(equation.trap_count(), 0U) << "the state equation suffices";
}

TEST_F(StateEquationTest, AnswersWithAMarking) {
  const Net net = lock();
  StateEquation equation(net);
  const std::vector<Inequality> critical{{{{3, 1}}, 1}};
  const StateEquation::Answer answer = equation.examine(critical);
  EXPECT_FALSE(answer.never);
  ASSERT_EQ(answer.marking.size(), 5U);
  EXPECT_NEAR(answer.marking[3], 1, 1e-6);
  EXPECT_NEAR(answer.marking[4], 0, 1e-6);
}

/// Peterson's algorithm. Process i has idle, set, wait, crit (i*6 + 0..3) and its flag: down, up (i*6 + 4, 5). The turn
/// is of process 0 or 1: p12, p13.
Net peterson() {
  std::vector<std::pair<std::vector<Arc>, std::vector<Arc>>> moves;
  for (const std::uint32_t i : {0U, 1U}) {
    const std::uint32_t idle = i * 6, set = idle + 1, wait = idle + 2, crit = idle + 3, down = idle + 4, up = idle + 5;
    const std::uint32_t other_down = (1 - i) * 6 + 4, own_turn = 12 + i, other_turn = 13 - i;
    moves.push_back({{{idle, 1}, {down, 1}}, {{set, 1}, {up, 1}}});
    moves.push_back({{{set, 1}, {own_turn, 1}}, {{wait, 1}, {other_turn, 1}}});
    moves.push_back({{{set, 1}, {other_turn, 1}}, {{wait, 1}, {other_turn, 1}}});
    moves.push_back({{{wait, 1}, {other_down, 1}}, {{crit, 1}, {other_down, 1}}});
    moves.push_back({{{wait, 1}, {own_turn, 1}}, {{crit, 1}, {own_turn, 1}}});
    moves.push_back({{{crit, 1}, {up, 1}}, {{idle, 1}, {down, 1}}});
  }
  return net_of({1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0}, moves);
}

/// The state equation does not see that a process only reads a flag or the turn. Traps do.
TEST_F(StateEquationTest, TrapsProveMutualExclusion) {
  const Net net = peterson();
  StateEquation equation(net);
  EXPECT_TRUE(never_covers(equation, {{3, 1}, {9, 1}}));
  EXPECT_GT(equation.trap_count(), 0U) << "without traps, the state equation allows both to be critical";
  EXPECT_FALSE(never_covers(equation, {{3, 1}, {8, 1}}));
  StateEquation again(net);
  EXPECT_TRUE(again.upper_bound({{3, 1}, {9, 1}}) == 1);
}

TEST_F(StateEquationTest, BoundsPlaces) {
  const Net ring = peterson();
  for (const auto& bound : StateEquation(ring).bounds(5)) EXPECT_TRUE(bound == 1U);
  const Net growing = net_of({3, 0, 0}, {{{{0, 1}}, {{1, 2}}}, {{{1, 1}}, {{1, 1}, {2, 1}}}});
  const auto bounds = StateEquation(growing).bounds(5);
  EXPECT_TRUE(bounds[0] == 3U);
  EXPECT_TRUE(bounds[1] == 6U);
  EXPECT_FALSE(bounds[2].has_value());
  for (const auto& bound : StateEquation(ring).bounds(0)) EXPECT_FALSE(bound.has_value()) << "there was no time";
}

TEST_F(StateEquationTest, UnboundedPlacesHaveNoBound) {
  const Net net = net_of({1, 0}, {{{{0, 1}}, {{0, 1}, {1, 1}}}});
  StateEquation equation(net);
  EXPECT_FALSE(equation.upper_bound({{1, 1}}).has_value());
  EXPECT_TRUE(equation.upper_bound({{0, 1}}) == 1);
}

TEST_F(StateEquationTest, FractionsAreRoundedDown) {
  // Two tokens of p0 become one of p1.
  const Net net = net_of({5, 0}, {{{{0, 2}}, {{1, 1}}}});
  StateEquation equation(net);
  EXPECT_TRUE(equation.upper_bound({{1, 1}}) == 2);
  // Three of p0 become two of p1.
  const Net other = net_of({4, 0}, {{{{0, 3}}, {{1, 2}}}});
  EXPECT_TRUE(StateEquation(other).upper_bound({{1, 1}}) == 2) << "8/3, rounded down";
}

/// Random nets, also unbounded ones: nothing that is proved may be refuted by a reachable marking. Counts the proofs,
/// so that the test cannot pass by proving nothing.
TEST_F(StateEquationTest, NoReachableMarkingRefutesIt) {
  std::mt19937 random(20240617);
  const auto up_to = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % (n + 1)); };
  int bounds = 0, exclusions = 0, systems = 0, places_bounded = 0;
  std::size_t traps = 0;
  for (int round = 0; round < 500; ++round) {
    const Net net = random_net(random);
    const auto places = static_cast<std::uint32_t>(net.places.size());
    const auto markings = reachable(net, 500);
    StateEquation equation(net);
    for (int question = 0; question < 4; ++question) {
      std::vector<NetAtom::Term> sum;
      for (std::uint32_t p = 0; p < places; ++p)
        if (up_to(2) == 0) sum.push_back({p, static_cast<std::int64_t>(up_to(4)) - 2});
      std::vector<Arc> tokens;
      for (std::uint32_t p = 0; p < places; ++p)
        if (up_to(2) == 0) tokens.push_back({p, 1 + up_to(1)});
      const auto bound = equation.upper_bound(sum);
      const bool never = never_covers(equation, tokens);
      std::vector<Inequality> inequalities(1 + up_to(2));
      for (Inequality& one : inequalities) {
        for (std::uint32_t p = 0; p < places; ++p)
          if (up_to(1) == 0) one.terms.push_back({p, static_cast<std::int64_t>(up_to(4)) - 2});
        one.least = static_cast<std::int64_t>(up_to(4)) - 2;
      }
      const bool contradictory = equation.examine(inequalities).never;
      systems += contradictory;
      bounds += bound.has_value();
      exclusions += never;
      for (const auto& one : markings) {
        NetAtom::Wide value = 0;
        for (const NetAtom::Term& term : sum) value += static_cast<std::int64_t>(one[term.place]) * term.factor;
        bool covered = true;
        for (const Arc& arc : tokens) covered = covered && one[arc.place] >= arc.weight;
        ASSERT_TRUE(!bound || value <= *bound) << "round " << round;
        ASSERT_FALSE(never && covered) << "round " << round;
        const bool satisfied = std::all_of(inequalities.begin(), inequalities.end(), [&](const Inequality& inequality) {
          NetAtom::Wide left = 0;
          for (const NetAtom::Term& term : inequality.terms)
            left += static_cast<std::int64_t>(one[term.place]) * term.factor;
          return left >= inequality.least;
        });
        ASSERT_FALSE(contradictory && satisfied) << "round " << round;
      }
    }
    const auto of_places = equation.bounds(5);
    for (std::uint32_t p = 0; p < places; ++p) {
      places_bounded += of_places[p].has_value();
      for (const auto& one : markings) ASSERT_TRUE(!of_places[p] || one[p] <= *of_places[p]) << "round " << round;
    }
    traps += equation.trap_count();
  }
  EXPECT_GE(bounds, 100);
  EXPECT_GE(exclusions, 50);
  EXPECT_GE(systems, 50);
  EXPECT_GE(places_bounded, 100);
  EXPECT_GE(traps, 15U) << "that led to a proof";
}

}  // namespace
}  // namespace weir::pnml
