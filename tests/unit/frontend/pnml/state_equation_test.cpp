// SPDX-License-Identifier: Apache-2.0
// The state equation bounds sums of tokens and excludes markings, and claims nothing that it cannot prove.
#include "frontend/pnml/state_equation.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>
#include <utility>

#include "frontend/pnml/net_system.h"

namespace weir::pnml {
namespace {

Net net_of(const std::vector<std::uint64_t>& marking,
           std::vector<std::pair<std::vector<Arc>, std::vector<Arc>>> moves) {
  Net net;
  for (std::size_t p = 0; p < marking.size(); ++p) net.places.push_back({"p" + std::to_string(p), "", marking[p]});
  for (auto& [inputs, outputs] : moves) {
    net.transitions.push_back({"t" + std::to_string(net.transitions.size()), "", inputs, outputs});
    merge_arcs(net.transitions.back().inputs);
    merge_arcs(net.transitions.back().outputs);
  }
  return net;
}

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

TEST_F(StateEquationTest, ExcludesMarkings) {
  const Net net = lock();
  StateEquation equation(net);
  EXPECT_TRUE(equation.never_covers({{2, 1}, {3, 1}}));
  EXPECT_TRUE(equation.never_covers({{2, 2}}));
  EXPECT_FALSE(equation.never_covers({{2, 1}, {1, 1}}));
  EXPECT_FALSE(equation.never_covers({}));
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

std::set<std::vector<std::uint64_t>> reachable(const Net& net, std::size_t most) {
  std::vector<std::uint64_t> initial;
  for (const Place& place : net.places) initial.push_back(place.initial);
  std::set<std::vector<std::uint64_t>> found{initial};
  std::deque<std::vector<std::uint64_t>> waiting{initial};
  while (!waiting.empty() && found.size() < most) {
    const std::vector<std::uint64_t> marking = waiting.front();
    waiting.pop_front();
    for (const Transition& transition : net.transitions) {
      std::vector<std::uint64_t> next = marking;
      bool enabled = true;
      for (const Arc& arc : transition.inputs) {
        enabled = enabled && next[arc.place] >= arc.weight;
        next[arc.place] -= arc.weight;
      }
      if (!enabled) continue;
      for (const Arc& arc : transition.outputs) next[arc.place] += arc.weight;
      if (found.insert(next).second) waiting.push_back(next);
    }
  }
  return found;
}

/// Random nets, also unbounded ones: nothing that is proved may be refuted by a reachable marking. Counts the proofs,
/// so that the test cannot pass by proving nothing.
TEST_F(StateEquationTest, NoReachableMarkingRefutesIt) {
  std::mt19937 random(20240617);
  const auto up_to = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % (n + 1)); };
  int bounds = 0, exclusions = 0, constants = 0;
  for (int round = 0; round < 150; ++round) {
    const std::uint32_t places = 2 + up_to(4);
    std::vector<std::uint64_t> marking;
    for (std::uint32_t p = 0; p < places; ++p) marking.push_back(up_to(3) == 0 ? 1 + up_to(2) : 0);
    std::vector<std::pair<std::vector<Arc>, std::vector<Arc>>> moves(1 + up_to(5));
    for (auto& [inputs, outputs] : moves)
      for (auto* side : {&inputs, &outputs})
        for (std::uint32_t i = 0; i <= up_to(1); ++i)
          side->push_back({up_to(places - 1), 1 + (up_to(4) == 0 ? 1U : 0U)});
    const Net net = net_of(marking, moves);
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
      const bool never = equation.never_covers(tokens);
      bounds += bound.has_value();
      exclusions += never;
      for (const auto& one : markings) {
        NetAtom::Wide value = 0;
        for (const NetAtom::Term& term : sum) value += static_cast<std::int64_t>(one[term.place]) * term.factor;
        bool covered = true;
        for (const Arc& arc : tokens) covered = covered && one[arc.place] >= arc.weight;
        ASSERT_TRUE(!bound || value <= *bound) << "round " << round;
        ASSERT_FALSE(never && covered) << "round " << round;
      }
    }
    NetSystem system(net);
    for (const std::string text : {"tokens(p0) <= 1", "tokens(p0) < tokens(p1)", "tokens(p1) == 0",
                                   "tokens(p0, p1) != 1", "fireable(t0)", "2*tokens(p1) - tokens(p0) >= 1"}) {
      const auto atom = system.resolve(text);
      ASSERT_TRUE(atom);
      const std::optional<bool> value = system.constant(atom->id);
      constants += value.has_value();
      if (!value) continue;
      SuccessorBuffer waiting, next;
      system.initial_states(waiting);
      std::set<std::vector<std::byte>> seen;
      for (std::size_t i = 0; i < waiting.size() && seen.size() < 500; ++i) {
        const StateView view = waiting.state(i);
        const std::vector<std::byte> state(view.begin(), view.end());
        if (!seen.insert(state).second) continue;
        ASSERT_EQ(system.holds(atom->id, state), *value) << text << ", round " << round;
        next.clear();
        system.successors(state, next);
        for (std::size_t k = 0; k < next.size(); ++k) waiting.append(next.step(k), next.state(k));
      }
    }
  }
  EXPECT_GE(bounds, 100);
  EXPECT_GE(exclusions, 50);
  EXPECT_GE(constants, 50);
}

}  // namespace
}  // namespace weir::pnml
