// SPDX-License-Identifier: Apache-2.0
// Parallel reachability on generated graphs, compared with the sequential search.
#include "search/parallel/stack_reachability.h"

#include <gtest/gtest.h>

#include "search/reachability/reachability.h"
#include "store/exact_store.h"
#include "support/shared_stores.h"
#include "support/wide_graph.h"

namespace weir::test {
namespace {

/// Whether consecutive states of the run, which starts at state 0, are connected.
bool is_path(const Run& run, WideGraph& graph) {
  if (run.prefix.empty() || WideGraph::number(run.prefix[0].state) != 0) return false;
  for (std::size_t i = 0; i + 1 < run.prefix.size(); ++i) {
    StateEdges edges;
    graph.expand(run.prefix[i].state, edges);
    bool found = false;
    for (std::size_t edge = 0; edge < edges.size(); ++edge)
      found = found || WideGraph::number(edges.states.state(edge)) == WideGraph::number(run.prefix[i + 1].state);
    if (!found) return false;
  }
  return true;
}

TEST(StackReachability, FindsDefectsWhereOneThreadDoes) {
  int found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const GraphShape shape{.size = 6000, .back = 30, .reach = seed % 2 == 0 ? 400U : 5U};
    MemoryBudget budget;
    ExactStore exact(budget);
    SearchControl alone(budget, {});
    WideGraph graph(seed, shape);
    const DefectResult one = Reachability(graph, exact, alone, SearchOrder::DepthFirst).run(Defect::Deadlock);
    ++(one.found.empty() ? none : found);
    for (const auto& [threads, kind] : {std::pair(1U, Store::Exact), std::pair(2U, Store::Exact),
                                        std::pair(3U, Store::Auto), std::pair(9U, Store::Tree)}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(threads) + " threads");
      WorkCrew crew(threads);
      const auto store = store_of(kind, budget, crew.size());
      SearchControl control(budget, {});
      const auto make = [&](unsigned) { return std::make_unique<WideGraph>(seed, shape); };
      const DefectResult many = StackReachability(crew, make, *store, control).run(Defect::Deadlock | Defect::BadState);
      ASSERT_EQ(many.found.size(), one.found.size());
      ASSERT_EQ(many.search.outcome, SearchResult::Outcome::Exhausted) << "there is no bad state";
      ASSERT_EQ(many.search.stats.states, store->size());
      if (one.found.empty()) {
        ASSERT_EQ(many.search.stats.states, one.search.stats.states);
        ASSERT_EQ(many.search.stats.transitions, one.search.stats.transitions);
        continue;
      }
      const weir::Run& run = many.found[0].run;
      ASSERT_TRUE(is_path(run, graph));
      StateEdges edges;
      graph.expand(run.prefix.back().state, edges);
      ASSERT_EQ(edges.defect, Defect::Deadlock);
    }
  }
  EXPECT_GT(found, 3);
  EXPECT_GT(none, 3);
}

TEST(StackReachability, FindsTheDefectOfOneThreadIfItIsAlone) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const GraphShape shape{.size = 20'000, .back = 30, .reach = 5};
    MemoryBudget budget;
    ExactStore exact(budget);
    SearchControl alone(budget, {});
    WideGraph graph(seed, shape);
    const DefectResult one = Reachability(graph, exact, alone, SearchOrder::DepthFirst).run(Defect::Deadlock);
    WorkCrew crew(1);
    const auto store = store_of(Store::Exact, budget, crew.size());
    SearchControl control(budget, {});
    const auto make = [&](unsigned) { return std::make_unique<WideGraph>(seed, shape); };
    const DefectResult same = StackReachability(crew, make, *store, control).run(Defect::Deadlock);
    ASSERT_EQ(same.found.size(), one.found.size()) << seed;
    ASSERT_EQ(same.search.stats.states, one.search.stats.states) << seed;
    if (!one.found.empty()) {
      ASSERT_EQ(same.found[0].run.prefix.size(), one.found[0].run.prefix.size()) << seed;
    }
  }
}

TEST(StackReachability, IsExhaustiveOrSaysThatMemoryHasEnded) {
  const GraphShape shape{.size = 5000, .back = 30, .defects = 0};
  WorkCrew crew(3);
  int ended = 0;
  for (std::uint64_t limit = 1 << 15;; limit += 1 << 14) {
    MemoryBudget budget(limit);
    const auto store = store_kind(Store::Exact).make_shared(budget, crew.size());
    if (store == nullptr) continue;
    SearchControl control(budget, {});
    const auto make = [&](unsigned) { return std::make_unique<WideGraph>(1, shape); };
    const DefectResult result = StackReachability(crew, make, *store, control).run(Defect::Deadlock);
    ASSERT_TRUE(result.found.empty());
    if (result.search.outcome == SearchResult::Outcome::Exhausted) break;
    ASSERT_EQ(control.stop(), Stop::Memory) << limit;
    ++ended;
  }
  EXPECT_GT(ended, 0);
}

}  // namespace
}  // namespace weir::test
