// SPDX-License-Identifier: Apache-2.0
// Distances that guide a directed search: to an assertion in the control flow, and to acceptance in the automaton.
#include <gtest/gtest.h>

#include "automaton/translate/couvreur.h"
#include "automaton/translate/explicit_property.h"
#include "formula/parser.h"
#include "model/program_system.h"
#include "search/hunt/automaton_distance.h"
#include "search/hunt/flow_distance.h"
#include "search/space/model_space.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

std::vector<std::uint32_t> distances_along_first_steps(const std::string& text) {
  const auto system = promela_system(text);
  const ModelSpace space(*system);
  FlowDistance distance(program_of(*system)->program(), space, FlowDistance::To::Assertion);
  std::vector<std::uint32_t> found;
  SuccessorBuffer buffer;
  system->initial_states(buffer);
  while (!buffer.empty() && found.size() < 10) {
    const std::vector<std::byte> state(buffer.state(0).begin(), buffer.state(0).end());
    found.push_back(distance.of(state, {}));
    buffer.clear();
    system->successors(state, buffer);
  }
  return found;
}

TEST(FlowDistance, CountsTransitionsToTheNearestAssertion) {
  const auto found =
      distances_along_first_steps("byte x; active proctype P() { x = 1; x = 2; x = 3; assert(false); x = 4 }");
  ASSERT_GE(found.size(), 5U);
  EXPECT_EQ(std::vector(found.begin(), found.begin() + 4), (std::vector<std::uint32_t>{3, 2, 1, 0}));
  EXPECT_GT(found[4], 1000U) << "the assertion is behind";
}

TEST(FlowDistance, LooksIntoIndivisibleSequences) {
  const auto found =
      distances_along_first_steps("byte x; active proctype P() { x = 1; d_step { x = 2; assert(false); x = 3 } }");
  EXPECT_EQ(found[0], found[1] + 1);
}

TEST(FlowDistance, GuidesOnlyIfThereIsAnAssertion) {
  const auto without = promela_system("byte x; active proctype P() { x = 1 }");
  const ModelSpace space(*without);
  const Program& program = program_of(*without)->program();
  EXPECT_FALSE(FlowDistance(program, space, FlowDistance::To::Assertion).guides());
  EXPECT_FALSE(FlowDistance(program, space, FlowDistance::To::RuntimeError).guides());
}

TEST(FlowDistance, AddsWhatGuardsAndTheAssertionLack) {
  const auto of_first = [](const std::string& text) { return distances_along_first_steps(text).front(); };
  EXPECT_EQ(
      of_first("byte x = 4, y = 5; active proctype P() { do :: x < 9 -> x++ :: x == 9 -> break od; assert(y > 2) }"),
      1 + 5 + 3U);
  EXPECT_EQ(of_first("byte x = 4; active proctype P() { (x > 6 && x != 4); assert(false) }"), 1 + 3 + 1U);
  EXPECT_EQ(of_first("byte x = 4; active proctype P() { (x > 6 || x < 3); assert(false) }"), 1 + 2U);
  EXPECT_EQ(of_first("byte x = 4; active proctype P() { !(x < 6); assert(false) }"), 1 + 2U);
  EXPECT_EQ(of_first("chan c = [2] of {byte}; byte x; active proctype P() { c ? x; assert(false) }"), 1 + 1U);
  EXPECT_EQ(of_first("chan c = [2] of {byte}; active proctype P() { len(c) == 2; assert(false) }"), 1 + 2U);
  EXPECT_EQ(of_first("chan c = [2] of {byte}; active proctype P() { full(c); assert(false) }"), 1 + 2U);
  EXPECT_EQ(of_first("chan c = [2] of {byte}; active proctype P() { nempty(c); assert(false) }"), 1 + 1U);
  EXPECT_EQ(of_first("chan c = [2] of {byte}; active proctype P() { c ! 1; assert(false) }"), 1U);
  EXPECT_EQ(of_first("byte x; active proctype P() { byte y = 7; y + x == 2 * y; assert(false) }"), 1 + 7U);
}

TEST(FlowDistance, DoesNotDivideConditionsItCannotRead) {
  const auto of_first = [](const std::string& text) { return distances_along_first_steps(text).front(); };
  EXPECT_EQ(of_first("byte x; active proctype P() { (x == 0 -> x > 3 : x > 5); assert(false) }"), 1 + 1U);
  EXPECT_EQ(of_first("proctype Q() { skip } active proctype P() { run Q(); assert(false) }"), 1U);
  EXPECT_EQ(of_first("byte x; active proctype P() { enabled(0) && x == 3; assert(false) }"), 1U);
  EXPECT_EQ(of_first("byte x; byte w[2]; active proctype P() { w[x + 5] == 3; assert(false) }"), 1 + 3U)
      << "a side without value counts as 0";
}

TEST(FlowDistance, LeadsToStatementsThatMayFail) {
  const auto system = promela_system("byte x; byte w[2]; active proctype P() { x = 1; x = 2; w[x] = 1 }");
  const ModelSpace space(*system);
  FlowDistance distance(program_of(*system)->program(), space, FlowDistance::To::RuntimeError);
  ASSERT_TRUE(distance.guides());
  SuccessorBuffer first;
  system->initial_states(first);
  EXPECT_EQ(distance.of(first.state(0), {}), 2U);
}

TEST(WayToAcceptance, CountsEdgesAndMissingAtoms) {
  const auto space = std::make_shared<AtomSpace>();
  const auto automaton = couvreur_automaton(*parse_formula("F (a & b & c)"), space);
  ASSERT_TRUE(automaton);
  const ExplicitPropertyAutomaton property(*automaton);
  const WayToAcceptance way(property, ~Letter{0});
  EXPECT_TRUE(way.guides());
  ExplicitPropertyAutomaton asked(*automaton);
  const std::uint32_t waiting = asked.initial();
  WayToAcceptance::Costs costs;
  costs.fill(1);
  const auto to = [&](Letter letter) { return way.distance(waiting, letter, costs); };
  const std::uint32_t none = to(0), two = to(5), all = to(7);
  EXPECT_EQ(none, all + 3);
  EXPECT_EQ(two, all + 1);
  const auto edges = asked.edges(waiting, 7);
  std::uint32_t least = all;
  for (const PropertyAutomaton::Edge& edge : edges) least = std::min(least, way.distance(edge.destination, 0, costs));
  EXPECT_EQ(least, 0U) << "one edge leads to acceptance";
  EXPECT_GT(all, 0U);
  // Atoms that depend on the step do not count.
  EXPECT_EQ(WayToAcceptance(property, 3).distance(waiting, 3, costs), all);
  costs[0] = 9;
  EXPECT_EQ(to(0), all + 11) << "an atom may be far from its other value";
}

}  // namespace
}  // namespace weir::test
