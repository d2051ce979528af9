// SPDX-License-Identifier: Apache-2.0
// Packed markings against markings as plain vectors of counts, on nets with processes, buffers, weights and large
// counts.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/pnml/net_system.h"
#include "frontend/pnml/place_bounds.h"
#include "support/grammar/draw.h"

namespace weir::test {
namespace {

using namespace pnml;
using Counts = std::vector<std::uint64_t>;

void add_arc(std::vector<Arc>& arcs, std::uint32_t place, std::uint64_t weight = 1) { arcs.push_back({place, weight}); }

/// Processes that synchronise, resources with several units, and now and then arcs without sense.
Net random_net(Draw& draw) {
  Net net;
  struct Process {
    std::uint32_t first, count;
  };
  std::vector<Process> processes;
  for (int i = draw.between(1, 6); i > 0; --i) {
    const Process process{static_cast<std::uint32_t>(net.places.size()),
                          static_cast<std::uint32_t>(draw.between(1, 5))};
    processes.push_back(process);
    for (std::uint32_t p = 0; p < process.count; ++p)
      net.places.push_back({{}, {}, p == 0 ? draw.one_of<std::uint64_t>({1, 1, 1, 1, 2, 3, 7, 20, 300}) : 0});
  }
  for (std::size_t p = 0; p < net.places.size(); ++p) net.places[p].id = "p" + std::to_string(p);
  for (int i = draw.between(1, 14); i > 0; --i) {
    Transition transition;
    transition.id = "t" + std::to_string(net.transitions.size());
    for (int j = draw.between(1, 3); j > 0; --j) {
      const Process& process = draw.one_of(processes);
      const auto weight = draw.one_of<std::uint64_t>({1, 1, 1, 1, 1, 2, 5, 256});
      add_arc(transition.inputs, process.first + static_cast<std::uint32_t>(draw.below(process.count)), weight);
      add_arc(transition.outputs, process.first + static_cast<std::uint32_t>(draw.below(process.count)), weight);
    }
    const auto anywhere = [&] { return static_cast<std::uint32_t>(draw.below(net.places.size())); };
    if (draw.chance(15)) add_arc(transition.inputs, anywhere());
    if (draw.chance(4)) add_arc(transition.outputs, anywhere(), draw.one_of<std::uint64_t>({1, 2, 100}));
    merge_arcs(transition.inputs);
    merge_arcs(transition.outputs);
    net.transitions.push_back(std::move(transition));
  }
  return net;
}

bool enabled(const Transition& transition, const Counts& counts) {
  return std::all_of(transition.inputs.begin(), transition.inputs.end(),
                     [&](const Arc& arc) { return counts[arc.place] >= arc.weight; });
}

Counts fired(const Transition& transition, Counts counts) {
  for (const Arc& arc : transition.inputs) counts[arc.place] -= arc.weight;
  for (const Arc& arc : transition.outputs) counts[arc.place] += arc.weight;
  return counts;
}

/// Explores up to `limit` markings and compares every expansion with the definition.
void compare(NetSystem& system, std::size_t limit, std::size_t& narrow) {
  const Net& net = system.net();
  std::vector<std::uint32_t> fireable;
  for (const Transition& transition : net.transitions)
    fireable.push_back(system.resolve("fireable(" + transition.id + ")")->id);
  std::string all;
  for (const Transition& transition : net.transitions) all += (all.empty() ? "" : ", ") + transition.id;
  const std::uint32_t any_fireable = system.resolve("fireable(" + all + ")")->id;
  const std::vector<std::uint64_t> bounds = place_bounds(net);
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  std::map<std::vector<std::byte>, Counts> seen;
  std::set<Counts> markings;
  std::deque<std::vector<std::byte>> waiting;
  const auto arrive = [&](StateView state, const Counts& counts) {
    const std::vector<std::byte> bytes(state.begin(), state.end());
    ASSERT_EQ(system.decode(state), counts);
    ASSERT_TRUE(system.is_state(state));
    for (std::size_t p = 0; p < counts.size(); ++p) {
      ASSERT_LE(counts[p], bounds[p]);
      ASSERT_EQ(std::get<std::int64_t>(system.show(state)[p].value), static_cast<std::int64_t>(counts[p]));
      if (bounds[p] == 1) ++narrow;
    }
    const bool fresh = seen.emplace(bytes, counts).second;
    ASSERT_EQ(markings.insert(counts).second, fresh);  // equal bytes if and only if equal markings
    if (fresh) waiting.push_back(bytes);
  };
  Counts initial;
  for (const Place& place : net.places) initial.push_back(place.initial);
  arrive(buffer.state(0), initial);
  while (!waiting.empty() && seen.size() < limit) {
    const std::vector<std::byte> state = waiting.front();
    waiting.pop_front();
    const Counts counts = seen.at(state);
    std::map<std::uint32_t, Counts> expected;
    for (std::uint32_t t = 0; t < net.transitions.size(); ++t) {
      const bool can_fire = enabled(net.transitions[t], counts);
      if (can_fire) expected.emplace(t, fired(net.transitions[t], counts));
      ASSERT_EQ(system.holds(fireable[t], state), can_fire);
      SuccessorBuffer one;
      ASSERT_EQ(system.fire(t, state, one), can_fire);
      if (can_fire) {
        ASSERT_EQ(system.decode(one.state(0)), expected[t]);
      }
    }
    ASSERT_EQ(system.holds(any_fireable, state), !expected.empty());
    buffer.clear();
    system.successors(state, buffer);
    ASSERT_EQ(buffer.size(), expected.size());
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const auto found = expected.find(buffer.step(i).transition);
      ASSERT_NE(found, expected.end());
      ASSERT_NO_FATAL_FAILURE(arrive(buffer.state(i), found->second));
      expected.erase(found);
    }
  }
}

TEST(PackedMarkings, BehaveAsVectorsOfCounts) {
  std::size_t narrow = 0;
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    Draw draw(seed);
    NetSystem system(random_net(draw));
    ASSERT_NO_FATAL_FAILURE(compare(system, 150, narrow)) << "seed " << seed;
  }
  EXPECT_GT(narrow, 1000U);  // otherwise nothing was tested
}

TEST(PackedMarkings, AreBitsWhereBoundsAreProved) {
  // 40 processes of three places each, in which one of them has the token.
  Net net;
  for (std::uint32_t i = 0; i < 40; ++i) {
    for (std::uint32_t p = 0; p < 3; ++p) {
      net.places.push_back({{}, {}, p == 0 ? 1U : 0U});
      net.transitions.push_back({{}, {}, {{3 * i + p, 1}}, {{3 * i + (p + 1) % 3, 1}}});
    }
  }
  EXPECT_EQ(NetSystem(net).layout().size(), 15U);
  net.places[0].initial = 3;  // two bits
  EXPECT_EQ(NetSystem(net).layout().size(), 16U);
  net.transitions[0].outputs[0].weight = 2;  // a place that grows: its process takes bytes
  EXPECT_EQ(NetSystem(net).layout().size(), 18U);
}

TEST(PackedMarkings, OtherBytesAreNoStates) {
  // A bit, and a place without bound.
  Net net;
  net.places = {{{}, {}, 1}, {{}, {}, 300}};
  net.transitions.push_back({{}, {}, {{0, 1}}, {{0, 1}, {1, 1}}});
  const NetSystem system(net);
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  const std::vector<std::byte> state(buffer.state(0).begin(), buffer.state(0).end());
  ASSERT_EQ(state.size(), 16U);
  EXPECT_TRUE(system.is_state(state));
  EXPECT_FALSE(system.is_state(StateView(state).first(8)));
  EXPECT_FALSE(system.is_state(StateView(state).first(3)));
  std::size_t accepted = 0;
  for (std::size_t bit = 0; bit < 64; ++bit) {
    std::vector<std::byte> other = state;
    other[bit / 8] ^= std::byte{1} << (bit % 8);
    accepted += system.is_state(other) ? 1 : 0;
  }
  EXPECT_EQ(accepted, 1U);  // the bit of the safe place; the others are unused or the 255 that announces the count
  std::vector<std::byte> small = state;
  for (std::size_t i = 8; i < 16; ++i) small[i] = std::byte{0};
  EXPECT_FALSE(system.is_state(small));  // 0 is written as 0
}

TEST(PlaceBounds, FindProcessesThatSynchronise) {
  // Each step moves two processes at once, so that every set could go on in the wrong process.
  Net net;
  constexpr std::uint32_t kStates = 6;
  for (std::uint32_t p = 0; p < 2 * kStates; ++p) net.places.push_back({{}, {}, p % kStates == 0 ? 1U : 0U});
  for (std::uint32_t p = 0; p < kStates; ++p) {
    const std::uint32_t next = (p + 1) % kStates;
    net.transitions.push_back({{}, {}, {{p, 1}, {p + kStates, 1}}, {{next, 1}, {next + kStates, 1}}});
  }
  EXPECT_EQ(place_bounds(net), std::vector<std::uint64_t>(2 * kStates, 1));
}

TEST(PlaceBounds, CountWhatASetHolds) {
  // A buffer with 5 slots: free + used = 5. The counter of what was sent has no bound.
  Net net;
  net.places = {{"free", {}, 5}, {"used", {}, 0}, {"sent", {}, 0}};
  net.transitions.push_back({"put", {}, {{0, 1}}, {{1, 1}, {2, 1}}});
  net.transitions.push_back({"get", {}, {{1, 1}}, {{0, 1}}});
  EXPECT_EQ(place_bounds(net), (std::vector<std::uint64_t>{5, 5, kNoBound}));
}

}  // namespace
}  // namespace weir::test
