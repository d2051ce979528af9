// SPDX-License-Identifier: Apache-2.0
// The parallel search on the fly, on generated graphs, compared with the sequential procedure that builds the whole
// graph first. Run it under ThreadSanitizer too (see CONTRIBUTING.md).
#include "search/parallel/parallel_components.h"

#include <gtest/gtest.h>

#include "search/emptiness/couvreur.h"
#include "search/emptiness/tarjan_owcty.h"
#include "store/exact_store.h"
#include "support/shared_stores.h"
#include "support/wide_graph.h"

namespace weir::test {
namespace {

/// Empty if each step of the run leads to the next state, the cycle closes and has all marks, or the finite run ends in
/// a decided state.
std::string problem_with(const Run& run, WideGraph& graph, MarkSet need) {
  std::vector<const RunStep*> steps;
  for (const auto* part : {&run.prefix, &run.cycle})
    for (const RunStep& step : *part) steps.push_back(&step);
  if (steps.empty() || WideGraph::number(steps[0]->state) != 0) return "does not begin at the initial state";
  if (run.cycle.empty() && graph.strength_at(steps.back()->state) != ComponentStrength::Terminal)
    return "neither closes a cycle nor ends in a decided state";
  MarkSet met;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (run.cycle.empty() && i + 1 == steps.size()) break;
    const RunStep& next = i + 1 < steps.size() ? *steps[i + 1] : run.cycle.front();
    StateEdges edges;
    graph.expand(steps[i]->state, edges);
    bool found = false;
    MarkSet marks;
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
      if (WideGraph::number(edges.states.state(edge)) != WideGraph::number(next.state)) continue;
      found = true;
      marks |= edges.marks_of(edge);
    }
    if (!found) return "has a step that is no edge";
    if (i >= run.prefix.size()) met |= marks;
  }
  return run.cycle.empty() || met.includes(need) ? "" : "lacks a mark";
}

SearchResult search(const GraphShape& shape, std::uint64_t seed, unsigned threads, Store kind) {
  MemoryBudget budget;
  WorkCrew crew(threads);
  const auto store = store_of(kind, budget, crew.size());
  SearchControl control(budget, {});
  const auto make = [&](unsigned) { return std::make_unique<WideGraph>(seed, shape); };
  return ParallelComponents(crew, make, *store, control).run();
}

SearchResult whole(const GraphShape& shape, std::uint64_t seed) {
  MemoryBudget budget;
  ExactStore store(budget);
  SearchControl control(budget, {});
  WideGraph graph(seed, shape);
  return TarjanSearch(graph, store, control).run();
}

TEST(ParallelComponents, FindsFailingCyclesWhereTheWholeGraphHasThem) {
  int found = 0, empty = 0;
  std::uint64_t seed = 0;
  for (const std::uint32_t back : {0U, 2U, 30U, 300U}) {
    for (const std::uint32_t sets : {0U, 1U, 2U, 3U, 9U}) {
      for (const std::uint32_t marks_from : {0U, 2000U, 2900U}) {
        for (const std::uint32_t rejecting : {0U, 1500U, 3000U}) {
          ++seed;
          const GraphShape shape{.size = 3000,
                                 .back = back,
                                 .sets = sets,
                                 .marks_from = std::max(marks_from, sets == 0 ? 0 : rejecting),
                                 .all_marked = seed % 5 == 0,
                                 .back_from = sets == 0 ? rejecting : 0,
                                 .reach = seed % 2 == 0 ? 400U : 3U,
                                 .rejecting = rejecting};
          const SearchResult all = whole(shape, seed);
          const bool fails = all.outcome == SearchResult::Outcome::Found;
          ++(fails ? found : empty);
          for (const auto& [threads, kind] : {std::pair(1U, Store::Exact), std::pair(2U, Store::Exact),
                                              std::pair(3U, Store::Tree), std::pair(5U, Store::Auto)}) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(threads) + " threads");
            const SearchResult result = search(shape, seed, threads, kind);
            ASSERT_EQ(result.outcome, all.outcome);
            WideGraph graph(seed, shape);
            if (fails) {
              ASSERT_EQ(problem_with(result.run, graph, MarkSet::first(sets)), "");
              continue;
            }
            ASSERT_EQ(result.stats.states, all.stats.states);
            ASSERT_EQ(result.stats.transitions, all.stats.transitions);
          }
        }
      }
    }
  }
  EXPECT_GT(found, 20);
  EXPECT_GT(empty, 20);
}

TEST(ParallelComponents, DecidesWeakAutomataByTheirRejectingPart) {
  int found = 0, empty = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    // For the oracle, the edges outside of the rejecting part have the mark; the search ignores marks.
    GraphShape shape{.size = 3000, .back = 40, .sets = 1, .marks_from = 1000, .all_marked = true, .rejecting = 1000};
    if (seed % 2 == 0) shape.back = 0;
    if (seed % 3 == 0) shape.back_from = 2990;
    const SearchResult all = whole(shape, seed);
    ++(all.outcome == SearchResult::Outcome::Found ? found : empty);
    shape.strength = Strength::Weak;
    // More threads than Visits has bits for need sets.
    const SearchResult result = search(shape, seed, static_cast<unsigned>(2 + seed % 7), Store::Exact);
    ASSERT_EQ(result.outcome, all.outcome) << seed;
    WideGraph graph(seed, shape);
    if (all.outcome == SearchResult::Outcome::Found) {
      ASSERT_EQ(problem_with(result.run, graph, {}), "") << seed;
    } else {
      ASSERT_EQ(result.stats.states, all.stats.states) << seed;
      ASSERT_EQ(result.stats.transitions, all.stats.transitions) << seed;
    }
  }
  EXPECT_GT(found, 5);
  EXPECT_GT(empty, 5);
}

TEST(ParallelComponents, EndsAtADecidedState) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const GraphShape shape{.size = 3000,
                           .back = 20,
                           .sets = 1,
                           .marks_from = 3000,
                           .rejecting = seed % 2 == 0 ? 2900U : 100U,
                           .terminal = 2900};
    const SearchResult result = search(shape, seed, static_cast<unsigned>(2 + seed % 3), Store::Exact);
    ASSERT_EQ(result.outcome, SearchResult::Outcome::Found) << seed;
    ASSERT_TRUE(result.run.cycle.empty());
    WideGraph graph(seed, shape);
    ASSERT_EQ(problem_with(result.run, graph, {}), "") << seed;
  }
}

/// The first thread follows the order of one thread, so that it needs about as many states to an error.
TEST(ParallelComponents, FindsErrorsAboutAsEarlyAsOneThread) {
  std::uint64_t one_thread = 0, several = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const GraphShape shape{.size = 200'000, .back = 20, .sets = 1, .all_marked = seed % 2 == 0, .reach = 3};
    MemoryBudget budget;
    ExactStore exact(budget);
    SearchControl control(budget, {});
    WideGraph graph(seed, shape);
    const SearchResult one = CouvreurSearch(graph, exact, control).run();
    ASSERT_EQ(one.outcome, SearchResult::Outcome::Found);
    one_thread += one.stats.states;
    several += search(shape, seed, 3, Store::Exact).stats.states;
  }
  // Three threads expand at most three times as many states until then, if they run at the same speed.
  EXPECT_LT(several, 20 * one_thread + 20'000);
}

TEST(ParallelComponents, IsExhaustiveOrSaysThatMemoryHasEnded) {
  const GraphShape shape{.size = 4000, .back = 100, .sets = 2, .marks_from = 4000, .rejecting = 500};
  const SearchResult all = whole(shape, 1);
  WorkCrew crew(3);
  for (const Store kind : {Store::Exact, Store::Tree}) {
    int ended = 0;
    for (std::uint64_t limit = 1 << 15;; limit += 1 << 14) {
      MemoryBudget budget(limit);
      const auto store = store_kind(kind).make_shared(budget, crew.size());
      if (store == nullptr) continue;
      SearchControl control(budget, {});
      const auto make = [&](unsigned) { return std::make_unique<WideGraph>(1, shape); };
      const SearchResult result = ParallelComponents(crew, make, *store, control).run();
      ASSERT_NE(result.outcome, SearchResult::Outcome::Found) << limit;
      if (result.outcome == SearchResult::Outcome::Exhausted) {
        EXPECT_EQ(result.stats.transitions, all.stats.transitions);
        break;
      }
      ASSERT_EQ(control.stop(), Stop::Memory) << limit;
      ++ended;
    }
    EXPECT_GT(ended, 0);
  }
}

TEST(ParallelComponents, RestsWhileNoThreadWorks) {
  const GraphShape shape{.size = 60'000, .back = 30, .sets = 1, .marks_from = 60'000};
  const SearchResult all = whole(shape, 3);
  MemoryBudget budget;
  WorkCrew crew(3);
  const auto store = store_kind(Store::Exact).make_shared(budget, crew.size());
  SearchControl control(budget, {});
  int asked = 0, rested = 0;
  control.rest_with([&] { return ++asked % 3 == 0; }, [&] { ++rested; });
  const auto make = [&](unsigned) { return std::make_unique<WideGraph>(3, shape); };
  const SearchResult result = ParallelComponents(crew, make, *store, control).run();
  EXPECT_EQ(result.outcome, SearchResult::Outcome::Exhausted);
  EXPECT_EQ(result.stats.states, all.stats.states);
  EXPECT_EQ(result.stats.transitions, all.stats.transitions);
  EXPECT_GT(asked, 0);
}

}  // namespace
}  // namespace weir::test
