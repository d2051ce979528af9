// SPDX-License-Identifier: Apache-2.0
// explore on C++ systems: random graphs compared with a naive search, and a chain of 50 million states.
#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <map>
#include <random>

#include <weir/catalogue.h>
#include <weir/weir.h>

namespace weir::test {
namespace {

/// A graph given by its edges; the state of a node is its number, in a number of bytes that depends on it.
class GraphSystem : public TransitionSystem {
 public:
  std::vector<std::vector<std::uint32_t>> edges;
  bool lengths_vary = false;

  void initial_states(SuccessorBuffer& out) const override { put({}, 0, out); }
  void successors(StateView state, SuccessorBuffer& out) const override {
    for (const std::uint32_t to : edges[number(state)]) put({}, to, out);
  }
  Expected<Atom> resolve(std::string_view) override { return Atom{}; }
  bool holds(std::uint32_t, StateView) const override { return false; }
  bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }
  std::vector<Variable> show(StateView state) const override { return {{"node", std::int64_t{number(state)}}}; }
  StepDescription describe(StateView, const Step&, StateView) const override { return {}; }

 private:
  static std::uint32_t number(StateView state) {
    std::uint32_t node;
    std::memcpy(&node, state.data(), sizeof node);
    return node;
  }
  void put(const Step& step, std::uint32_t node, SuccessorBuffer& out) const {
    std::byte bytes[24] = {};
    std::memcpy(bytes, &node, sizeof node);
    out.append(step, {bytes, lengths_vary ? 4 + node % 20 : 4});
  }
};

TEST(Explore, AgreesWithANaiveSearch) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::mt19937_64 random(seed);
    GraphSystem system;
    system.lengths_vary = seed % 2 == 0;
    const std::size_t nodes = 1 + random() % 300;
    system.edges.resize(nodes);
    for (auto& out : system.edges) {
      for (std::uint64_t i = random() % 4; i > 0; --i) out.push_back(static_cast<std::uint32_t>(random() % nodes));
    }
    std::map<std::uint32_t, std::uint64_t> depth{{0, 0}};
    std::deque<std::uint32_t> queue{0};
    std::uint64_t transitions = 0, deadlocks = 0, deepest = 0;
    for (; !queue.empty(); queue.pop_front()) {
      const std::uint32_t node = queue.front();
      deepest = std::max(deepest, depth[node]);
      transitions += system.edges[node].size();
      deadlocks += system.edges[node].empty();
      for (const std::uint32_t to : system.edges[node]) {
        if (depth.emplace(to, depth[node] + 1).second) queue.push_back(to);
      }
    }
    for (const char* store : {"exact", "tree", "compact", "bitstate"}) {
      for (const char* search : {"bfs", "dfs", "random"}) {
        ExploreOptions options;
        options.store = find_choice<Store>(store).value();
        options.search = find_choice<SearchOrder>(search).value();
        options.memory_limit = std::uint64_t{1} << 30;
        const auto result = explore(system, options);
        ASSERT_TRUE(result);
        const std::string where = std::string(store) + " " + search + " seed " + std::to_string(seed);
        EXPECT_EQ(result->stats.states, depth.size()) << where;
        EXPECT_EQ(result->stats.transitions, transitions) << where;
        EXPECT_EQ(result->deadlocks, deadlocks) << where;
        EXPECT_TRUE(options.search != SearchOrder::BreadthFirst || result->stats.max_depth == deepest) << where;
        EXPECT_GE(result->stats.max_depth, deepest) << where;
      }
    }
  }
}

/// 0, 1, 2, ... up to the length.
class ChainSystem final : public GraphSystem {
 public:
  explicit ChainSystem(std::uint32_t length) : length_(length) {}
  void successors(StateView state, SuccessorBuffer& out) const override {
    std::uint32_t node;
    std::memcpy(&node, state.data(), sizeof node);
    if (++node < length_) out.append({}, std::as_bytes(std::span(&node, 1)));
  }

 private:
  std::uint32_t length_;
};

TEST(Explore, AChainOfTwentyMillionStates) {
  // Depth-first search takes 4 bytes more per state; a shorter chain suffices.
  for (const auto& [search, length] : {std::pair{"bfs", 20'000'000U}, std::pair{"dfs", 2'000'000U}}) {
    ChainSystem system(length);
    ExploreOptions options;
    options.search = find_choice<SearchOrder>(search).value();
    options.memory_limit = std::uint64_t{480} << 20;
    options.threads = 1;  // a level has one state, so there is no parallel work
    const auto result = explore(system, options);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->complete) << result->reason;
    EXPECT_EQ(result->stats.states, length) << search;
    EXPECT_EQ(result->stats.max_depth, length - 1) << search;
    std::printf("%s: %s, %.1f s, %.1f bytes a state\n", search, name_of(result->store).c_str(), result->stats.seconds,
                static_cast<double>(result->stats.memory_bytes) / length);
  }
}

}  // namespace
}  // namespace weir::test
