// SPDX-License-Identifier: Apache-2.0
// Nets with 10^5 places and transitions: nothing that opens or reduces them may take quadratic time. The work of
// quadratic steps would be 10^10, minutes instead of a second.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "base/memory/memory_budget.h"
#include "frontend/pnml/net_system.h"
#include "frontend/pnml/pnml_parser.h"
#include "frontend/pnml/structure/net_structure.h"
#include "store/tree/tree_store.h"

namespace weir::test {
namespace {

using namespace pnml;

/// A ring of processes with a lock between neighbours; the first ten locks are free.
std::string ring(std::uint32_t processes) {
  std::string text = "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\">\n";
  const auto place = [&](const std::string& id, bool marked) {
    text += "<place id=\"" + id + "\"><name><text>" + id + "</text></name>" +
            (marked ? "<initialMarking><text>1</text></initialMarking>" : "") + "</place>\n";
  };
  std::uint32_t arcs = 0;
  const auto arc = [&](const std::string& from, const std::string& to) {
    text += "<arc id=\"a" + std::to_string(arcs++) + "\" source=\"" + from + "\" target=\"" + to + "\"/>\n";
  };
  for (std::uint32_t i = 0; i < processes; ++i) {
    const std::string own = std::to_string(i), lock = "l" + own, next = "l" + std::to_string((i + 1) % processes);
    const auto state = [&](int s) { return "p" + own + "_" + std::to_string(s % 4); };
    const auto step = [&](int s) { return "t" + own + "_" + std::to_string(s); };
    for (int s = 0; s < 4; ++s) place(state(s), s == 0);
    place(lock, i < 10);
    for (int s = 0; s < 5; ++s) text += "<transition id=\"" + step(s) + "\"/>\n";
    for (int s = 0; s < 4; ++s) {
      arc(state(s), step(s));
      arc(step(s), state(s + 1));
    }
    arc(lock, step(0));
    arc(next, step(1));
    arc(step(2), next);
    arc(step(3), lock);
    arc(state(1), step(4));  // gives up
    arc(step(4), state(0));
    arc(step(4), lock);
  }
  return text + "</page></net></pnml>\n";
}

TEST(LargeNets, TakeLinearTimeAndBitsForPlaces) {
  const auto start = std::chrono::steady_clock::now();
  auto net = parse_pnml(SourceText("ring.pnml", ring(20'000)));
  ASSERT_TRUE(net);
  ASSERT_EQ(net->places.size(), 100'000U);
  NetSystem system(std::move(*net));
  EXPECT_LT(system.layout().size(), 13'000U);  // 100,000 bits are 12,500 bytes
  std::vector<bool> closing(system.net().transitions.size());
  system.close_cycles(closing);
  const std::uint32_t atom = system.resolve("fireable(t3_1)")->id;
  const SimplerNet simpler(system, {.states = {atom}, .events = {}, .steps = false, .moment_of_deadlock = false},
                           kAllStructuralRules);
  EXPECT_TRUE(simpler.differs());
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(spent.count(), 30);  // about 1 s on an idle machine
}

TEST(LargeNets, StatesAreStoredAsDifferences) {
  auto net = parse_pnml(SourceText("ring.pnml", ring(20'000)));
  ASSERT_TRUE(net);
  const NetSystem system(std::move(*net));
  MemoryBudget budget(std::uint64_t{1} << 30);
  TreeStore store(budget);
  SuccessorBuffer next;
  system.initial_states(next);
  std::vector<std::vector<std::byte>> queue = {{next.state(0).begin(), next.state(0).end()}};
  store.insert(queue[0]);
  for (std::size_t i = 0; i < queue.size() && queue.size() < 2000; ++i) {
    next.clear();
    system.successors(queue[i], next);
    for (std::size_t s = 0; s < next.size(); ++s)
      if (store.insert(next.state(s)).inserted()) queue.emplace_back(next.state(s).begin(), next.state(s).end());
  }
  ASSERT_GE(queue.size(), 2000U);
  EXPECT_LT(store.memory_bytes() / queue.size(), 1000U);  // of 12,500 bytes each
}

}  // namespace
}  // namespace weir::test
