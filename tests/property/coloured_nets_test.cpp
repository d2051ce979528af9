// SPDX-License-Identifier: Apache-2.0
// Compares the unfolding of random coloured nets with an interpreter of their definition: the same markings, colour by
// colour, as many firings and deadlocks.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "oracle/coloured_markings.h"

namespace weir::test {
namespace {

std::string text_of(const TransitionSystem& system, StateView state) {
  std::string text;
  for (const Variable& place : system.show(state)) {
    if (const auto* number = std::get_if<std::int64_t>(&place.value)) text += std::to_string(*number);
    if (const auto* colours = std::get_if<std::string>(&place.value)) text += *colours;
    text += "\n";
  }
  return text;
}

ColouredSpace explore_unfolded(const TransitionSystem& system) {
  ColouredSpace space;
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  using State = std::vector<std::byte>;
  std::set<State> known;
  std::vector<State> waiting;
  const auto add_all = [&] {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const State state(buffer.state(i).begin(), buffer.state(i).end());
      if (known.insert(state).second) waiting.push_back(state);
    }
  };
  add_all();
  while (!waiting.empty()) {
    const State state = std::move(waiting.back());
    waiting.pop_back();
    space.markings.insert(text_of(system, state));
    buffer.clear();
    system.successors(state, buffer);
    space.transitions += buffer.size();
    space.deadlocks += buffer.size() == 0;
    add_all();
  }
  EXPECT_EQ(space.markings.size(), known.size()) << "two markings are shown alike";
  return space;
}

TEST(ColouredNets, UnfoldingsHaveTheSameMarkingsAndFirings) {
  int compared = 0, interesting = 0;
  for (std::uint64_t seed = 1; seed <= 5000; ++seed) {
    const ColouredDescription net = random_coloured_net(seed);
    const auto expected = explore_coloured(net, 120);
    if (!expected) continue;
    const std::string text = to_pnml(net);
    auto unfolded = pnml::parse_pnml(SourceText("net.pnml", text));
    ASSERT_TRUE(unfolded) << "seed " << seed << ": " << to_string(unfolded.error()) << "\n" << text;
    const ColouredSpace found = explore_unfolded(pnml::NetSystem(std::move(*unfolded)));
    ASSERT_EQ(found.markings, expected->markings) << "seed " << seed << "\n" << text;
    ASSERT_EQ(found.transitions, expected->transitions) << "seed " << seed << "\n" << text;
    ASSERT_EQ(found.deadlocks, expected->deadlocks) << "seed " << seed << "\n" << text;
    ++compared;
    interesting += expected->markings.size() > 3;
  }
  EXPECT_GT(compared, 3000);
  EXPECT_GT(interesting, 350);
}

}  // namespace
}  // namespace weir::test
