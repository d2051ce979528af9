// SPDX-License-Identifier: Apache-2.0
// Limits inside one expansion, for every kind of system that obeys them.
#include "model/expansion_limits.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/text/source_text.h"
#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "search/kernel/expansion_group.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr std::size_t kWide = 2000;  ///< places, and successors of the initial state

std::unique_ptr<TransitionSystem> wide_net() {
  std::string text =
      "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\"><net id=\"n\" "
      "type=\"http://www.pnml.org/version-2009/grammar/ptnet\"><page id=\"g\">";
  for (std::size_t i = 0; i < kWide; ++i) {
    const std::string n = std::to_string(i);
    text += "<place id=\"p" + n + "\"><initialMarking><text>1</text></initialMarking></place><transition id=\"t" + n +
            "\"/><arc id=\"a" + n + "\" source=\"p" + n + "\" target=\"t" + n + "\"/>";
  }
  const SourceText source("net.pnml", text + "</page></net></pnml>");
  auto net = pnml::parse_pnml(source);
  EXPECT_TRUE(net) << to_string(net.error());
  return std::make_unique<pnml::NetSystem>(std::move(*net));
}

std::unique_ptr<TransitionSystem> wide_program() {
  return promela_system("int a[60000]; active [100] proctype p() { do :: a[_pid] = 1 :: a[_pid] = 2 od }");
}

std::size_t successors_of_initial(const TransitionSystem& system) {
  SuccessorBuffer initial, successors;
  system.initial_states(initial);
  system.successors(initial.state(0), successors);
  return successors.size();
}

TEST(ExpansionLimits, EndAnExpansionWhenTheFlagIsRaised) {
  for (const auto& system : {wide_net(), wide_program()}) {
    const std::size_t all = successors_of_initial(*system);
    EXPECT_GE(all, 200U);
    StopFlag stop;
    MemoryBudget memory;
    {
      const LimitedExpansions limited(*system, {&stop, &memory});
      EXPECT_EQ(successors_of_initial(*system), all);
      stop.raise(StopFlag::Reason::Time);
      EXPECT_EQ(successors_of_initial(*system), 0U);
    }
    EXPECT_EQ(successors_of_initial(*system), all);
  }
}

TEST(ExpansionLimits, EndAnExpansionThatDoesNotFitIntoMemory) {
  for (const auto& system : {wide_net(), wide_program()}) {
    const std::size_t all = successors_of_initial(*system);
    StopFlag stop;
    MemoryBudget memory(std::uint64_t{1} << 21);
    const LimitedExpansions limited(*system, {&stop, &memory});
    EXPECT_LT(successors_of_initial(*system), all);
    EXPECT_EQ(stop.reason(), StopFlag::Reason::Memory);
  }
}

/// A marking of a single byte, and many successors: what is kept beside each of them counts, too.
TEST(ExpansionLimits, CountMoreThanTheBytesOfStates) {
  constexpr std::size_t kTransitions = 50'000;
  pnml::Net net;
  net.places.push_back({.id = "p", .name = {}, .initial = 1});
  for (std::size_t i = 0; i < kTransitions; ++i)
    net.transitions.push_back({.id = "t" + std::to_string(i), .name = {}, .inputs = {{0, 1}}, .outputs = {}});
  pnml::NetSystem system(std::move(net));
  EXPECT_EQ(successors_of_initial(system), kTransitions);
  StopFlag stop;
  MemoryBudget memory(std::uint64_t{1} << 21);
  const LimitedExpansions limited(system, {&stop, &memory});
  EXPECT_LT(successors_of_initial(system), kTransitions);
  EXPECT_EQ(stop.reason(), StopFlag::Reason::Memory);
}

TEST(ExpansionLimits, AllowSmallExpansionsWhenTheStoreHasTakenAllMemory) {
  StopFlag stop;
  MemoryBudget memory(1000);
  EXPECT_TRUE(memory.take(1000));
  const ExpansionLimits limits{&stop, &memory};
  EXPECT_TRUE(limits.fits(1000));
  EXPECT_FALSE(stop.raised());
  EXPECT_FALSE(limits.fits(std::uint64_t{1} << 30));
  EXPECT_EQ(stop.reason(), StopFlag::Reason::Memory);
}

TEST(ExpansionGroup, HoldsFewerWideStates) {
  EXPECT_EQ(states_in_group(0), StateStore::kGroupStates);
  EXPECT_EQ(states_in_group(100), StateStore::kGroupStates);
  EXPECT_EQ(states_in_group(1 << 14), 4U);
  EXPECT_EQ(states_in_group(1 << 20), 1U);
}

}  // namespace
}  // namespace weir::test
