// SPDX-License-Identifier: Apache-2.0
#include "base/graph/strong_components.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace weir::test {
namespace {

using Node = StrongComponents::Node;
using Graph = std::vector<std::vector<Node>>;

auto next_in(const Graph& graph) {
  return [&graph](Node node, std::uint64_t& position) {
    return position < graph[node].size() ? graph[node][position++] : StrongComponents::kNoNode;
  };
}

/// The component of each node, numbered in reporting order; -1 if not reported.
std::vector<int> components_of(StrongComponents& components, const Graph& graph, const std::vector<Node>& roots) {
  std::vector<int> result(graph.size(), -1);
  int number = 0;
  components.search(roots, next_in(graph), [&](std::span<const Node> members) {
    for (const Node node : members) result[node] = number;
    for (Node node = 0; node < graph.size(); ++node) EXPECT_EQ(components.inside(node), result[node] == number);
    ++number;
    return true;
  });
  return result;
}

/// reach[a][b]: whether a path of open nodes leads from a to b.
std::vector<std::vector<bool>> reachability(const Graph& graph, const std::vector<bool>& open) {
  std::vector<std::vector<bool>> reach(graph.size(), std::vector<bool>(graph.size(), false));
  for (Node a = 0; a < graph.size(); ++a) {
    if (!open[a]) continue;
    reach[a][a] = true;
    for (const Node b : graph[a]) reach[a][b] = open[b];
  }
  for (Node k = 0; k < graph.size(); ++k)
    for (Node a = 0; a < graph.size(); ++a)
      for (Node b = 0; b < graph.size(); ++b) reach[a][b] = reach[a][b] || (reach[a][k] && reach[k][b]);
  return reach;
}

TEST(StrongComponents, ReportsAComponentAfterThoseItLeadsTo) {
  const Graph graph{{1}, {2, 3}, {0}, {4}, {3}, {0}};
  StrongComponents components(graph.size());
  components.open_all();
  EXPECT_EQ(components_of(components, graph, {0}), (std::vector<int>{1, 1, 1, 0, 0, -1}));
}

TEST(StrongComponents, EndsWhereTheVisitorSaysSo) {
  const Graph graph{{1}, {2}, {}};
  StrongComponents components(graph.size());
  components.open_all();
  std::vector<Node> seen;
  components.search(std::vector<Node>{0}, next_in(graph), [&](std::span<const Node> members) {
    seen.push_back(members.front());
    return seen.size() < 2;
  });
  EXPECT_EQ(seen, (std::vector<Node>{2, 1}));
}

TEST(StrongComponents, AgreesWithReachabilityOnRandomGraphsAndTheirSubgraphs) {
  std::mt19937_64 random(1972);
  for (int round = 0; round < 400; ++round) {
    Graph graph(1 + random() % 9);
    for (std::size_t i = random() % (2 * graph.size() + 1); i-- > 0;)
      graph[random() % graph.size()].push_back(static_cast<Node>(random() % graph.size()));
    std::vector<Node> part(graph.size());
    std::iota(part.begin(), part.end(), 0U);
    StrongComponents components(graph.size());
    for (int search = 0; search < 2; ++search) {  // the second search is on a subgraph, with the same object
      std::vector<bool> open(graph.size(), false);
      for (const Node node : part) open[node] = true;
      components.open(part);
      const std::vector<int> found = components_of(components, graph, part);
      const auto reach = reachability(graph, open);
      for (Node a = 0; a < graph.size(); ++a) {
        ASSERT_EQ(found[a] >= 0, open[a]);
        for (Node b = 0; b < graph.size() && open[a]; ++b) {
          ASSERT_EQ(found[a] == found[b], reach[a][b] && reach[b][a]) << "round " << round;
          ASSERT_TRUE(!reach[a][b] || found[b] <= found[a]) << "round " << round;
        }
      }
      std::erase_if(part, [&](Node) { return random() % 3 == 0; });
    }
  }
}

}  // namespace
}  // namespace weir::test
