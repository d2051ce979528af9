// SPDX-License-Identifier: Apache-2.0
// Distances that guide a directed search: to an assertion in the control flow, and to acceptance in the automaton.
#include <gtest/gtest.h>

#include "automaton/translate/couvreur.h"
#include "automaton/translate/explicit_property.h"
#include "formula/parser.h"
#include "model/program_system.h"
#include "search/hunt/assertion_distance.h"
#include "search/hunt/automaton_distance.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

std::vector<std::uint32_t> distances_along_first_steps(const std::string& text) {
  const auto system = promela_system(text);
  AssertionDistance distance(program_of(*system)->program());
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

TEST(AssertionDistance, CountsTransitionsToTheNearestAssertion) {
  const auto found =
      distances_along_first_steps("byte x; active proctype P() { x = 1; x = 2; x = 3; assert(x < 9); x = 4 }");
  ASSERT_GE(found.size(), 5U);
  EXPECT_EQ(std::vector(found.begin(), found.begin() + 4), (std::vector<std::uint32_t>{3, 2, 1, 0}));
  EXPECT_GT(found[4], 1000U) << "the assertion is behind";
}

TEST(AssertionDistance, LooksIntoIndivisibleSequences) {
  const auto found =
      distances_along_first_steps("byte x; active proctype P() { x = 1; d_step { x = 2; assert(x < 9); x = 3 } }");
  EXPECT_EQ(found[0], found[1] + 1);
}

TEST(AssertionDistance, GuidesOnlyIfThereIsAnAssertion) {
  const auto without = promela_system("byte x; active proctype P() { x = 1 }");
  EXPECT_FALSE(AssertionDistance(program_of(*without)->program()).guides());
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
  const std::uint32_t none = way.distance(waiting, 0), two = way.distance(waiting, 5), all = way.distance(waiting, 7);
  EXPECT_EQ(none, all + 3);
  EXPECT_EQ(two, all + 1);
  const auto edges = asked.edges(waiting, 7);
  std::uint32_t least = all;
  for (const PropertyAutomaton::Edge& edge : edges) least = std::min(least, way.distance(edge.destination, 0));
  EXPECT_EQ(least, 0U) << "one edge leads to acceptance";
  EXPECT_GT(all, 0U);
  // Atoms that depend on the step do not count.
  EXPECT_EQ(WayToAcceptance(property, 3).distance(waiting, 3), all);
}

}  // namespace
}  // namespace weir::test
