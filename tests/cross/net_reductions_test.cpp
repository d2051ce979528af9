// SPDX-License-Identifier: Apache-2.0
// Partial order on nets changes no verdict: random nets, random formulas, several searches and threads.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "frontend/pnml/net_system.h"
#include "support/promela_states.h"
#include "support/verdicts.h"

namespace weir {
namespace {

using Kind = PropertyRequest::Kind;
using testing::Comparison;

pnml::Net random_net(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto pick = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
  pnml::Net net;
  const std::uint32_t places = 3 + pick(5);
  const std::uint32_t transitions = 3 + pick(6);
  for (std::uint32_t p = 0; p < places; ++p) {
    net.places.push_back({.id = "p" + std::to_string(p), .name = "", .initial = pick(4) == 0 ? 2U : pick(2)});
  }
  const auto arcs = [&](std::uint32_t count) {
    std::vector<pnml::Arc> result;
    for (std::uint32_t p = 0; p < places && count > 0; ++p) {
      if (pick(places - p) >= count) continue;
      result.push_back({.place = p, .weight = pick(8) == 0 ? 2U : 1U});
      --count;
    }
    return result;
  };
  for (std::uint32_t t = 0; t < transitions; ++t) {
    pnml::Transition transition;
    transition.id = "t" + std::to_string(t);
    transition.inputs = arcs(1 + pick(2));
    transition.outputs = arcs(pick(3));
    net.transitions.push_back(transition);
  }
  return net;
}

TEST(ReductionsOfNets, KeepVerdictsOfRandomNets) {
  const std::vector<testing::Configuration> configurations = {
      {"por"},
      {"por", "dfs", "exact", "ndfs"},
      {"por", "dfs", "tree", "owcty"},
      {"por", "dfs", "cache", "ndfs"},
      {"por", "dfs", "exact", "auto", 2},
      {"auto"},
  };
  const std::vector<std::string> formulas = {
      "G (tokens(p0) <= 1)",
      "G F (tokens(p1) == 0)",
      "F G (tokens(p0) + tokens(p2) == 1)",
      "G (fireable(t0) -> F fireable(t1))",
      "(tokens(p2) <= tokens(p1)) U fireable(t2)",
      "F dead",
      "G F fireable(t0)",
      "G (tokens(p0) > 0 && tokens(p1) == 0 -> G (tokens(p1) == 0))",  // the order of visible transitions
  };
  Comparison comparison;
  std::uint64_t full = 0, reduced = 0;
  for (int i = 0; i < testing::rounds(200); ++i) {
    pnml::NetSystem system(random_net(static_cast<std::uint64_t>(i)));
    if (!testing::count_states(system, 600).complete) continue;
    for (const std::string& formula : formulas)
      ASSERT_EQ(comparison.difference(system, {{Kind::Ltl, formula}}, configurations), "") << i << " " << formula;
    const std::vector<testing::Configuration> for_deadlock = {
        {"por"}, {"por", "bfs"}, {"por", "dfs", "cache"}, {"por", "bfs", "exact", "auto", 2}};
    ASSERT_EQ(comparison.difference(system, {{Kind::Deadlock, ""}}, for_deadlock), "") << i;
    full += testing::verdicts(system, {{Kind::Ltl, "F dead"}}, {"none"}).states;
    reduced += testing::verdicts(system, {{Kind::Ltl, "F dead"}}, {"auto"}).states;
  }
  if (testing::rounds(200) != 200) return;
  EXPECT_GT(comparison.compared, 1000);
  EXPECT_GT(comparison.violated, 300);
  EXPECT_LT(reduced, full);
}

}  // namespace
}  // namespace weir
