// SPDX-License-Identifier: Apache-2.0
// The parallel searches on generated graphs that are wide enough for all threads, compared with the sequential
// procedure that builds the whole graph first. Run it under ThreadSanitizer too (see CONTRIBUTING.md).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "base/thread/cpu_limit.h"
#include "base/thread/work_crew.h"
#include "search/emptiness/tarjan_owcty.h"
#include "search/parallel/parallel_emptiness.h"
#include "search/parallel/parallel_reachability.h"
#include "search/reachability/reachability.h"
#include "store/exact_store.h"
#include "store/shared/shared_growing_store.h"
#include "store/stores.h"
#include "support/wide_graph.h"

namespace weir::test {
namespace {

std::vector<std::vector<std::byte>> states_of(const Run& run) {
  std::vector<std::vector<std::byte>> result;
  for (const auto* part : {&run.prefix, &run.cycle}) {
    for (const RunStep& step : *part) result.push_back(step.state);
    result.emplace_back();
  }
  return result;
}

/// `Auto` becomes a tree in the midst of a level.
std::unique_ptr<SharedStore> store_of(Store kind, MemoryBudget& budget, unsigned workers) {
  if (kind != Store::Auto) return store_kind(kind).make_shared(budget, workers);
  auto store = std::make_unique<SharedGrowingStore>(budget, workers, 45'000);
  return store->open() ? std::move(store) : nullptr;
}

TEST(ParallelSearch, FindsFailingCyclesWhereTheWholeGraphHasThem) {
  int found = 0, empty = 0;
  for (std::uint64_t seed = 1; seed <= 16; ++seed) {
    const std::uint32_t back = seed % 4 == 0 ? 300 : seed % 4 == 3 ? 150 : 1;
    MemoryBudget budget;
    ExactStore exact(budget);
    SearchControl alone(budget, {});
    WideGraph graph(seed, 6000, back);
    const SearchResult whole = TarjanSearch(graph, exact, alone).run();
    ++(whole.outcome == SearchResult::Outcome::Found ? found : empty);
    std::vector<std::vector<std::byte>> first;
    for (const auto& [threads, kind] :
         {std::pair(2U, Store::Exact), std::pair(4U, Store::Tree), std::pair(2U, Store::Auto)}) {
      WorkCrew crew(threads);
      const auto store = store_of(kind, budget, crew.size());
      SearchControl control(budget, {});
      ParallelEmptiness search(
          crew, [&](unsigned) { return std::make_unique<WideGraph>(seed, 6000, back); }, *store, control);
      const SearchResult result = search.run();
      ASSERT_EQ(result.outcome, whole.outcome) << "seed " << seed << ", " << threads << " threads";
      if (result.outcome != SearchResult::Outcome::Found) {
        ASSERT_EQ(result.stats.states, whole.stats.states);
        ASSERT_EQ(result.stats.transitions, whole.stats.transitions);
        ASSERT_EQ(store->form(), kind == Store::Exact ? Store::Exact : Store::Tree);
        continue;
      }
      if (first.empty()) first = states_of(result.run);
      ASSERT_EQ(states_of(result.run), first) << "seed " << seed << ", " << threads << " threads";
    }
  }
  EXPECT_GT(found, 2);
  EXPECT_GT(empty, 2);
}

TEST(ParallelSearch, IsExhaustiveOrSaysThatMemoryHasEnded) {
  constexpr std::uint64_t kSeed = 1, kStep = std::uint64_t{1} << 15;
  constexpr std::uint32_t kSize = 4000, kBack = 1;
  MemoryBudget unlimited;
  ExactStore exact(unlimited);
  SearchControl alone(unlimited, {});
  WideGraph graph(kSeed, kSize, kBack);
  const SearchResult whole = TarjanSearch(graph, exact, alone).run();
  ASSERT_EQ(whole.outcome, SearchResult::Outcome::Exhausted);
  WorkCrew crew(2);
  for (const Store kind : {Store::Exact, Store::Tree}) {
    int ended = 0;
    for (std::uint64_t limit = kStep;; limit += kStep) {
      MemoryBudget budget(limit);
      const auto store = store_kind(kind).make_shared(budget, crew.size());
      if (store == nullptr) continue;
      SearchControl control(budget, {});
      ParallelEmptiness search(
          crew, [&](unsigned) { return std::make_unique<WideGraph>(kSeed, kSize, kBack); }, *store, control);
      const SearchResult result = search.run();
      ASSERT_NE(result.outcome, SearchResult::Outcome::Found) << static_cast<int>(kind) << " " << limit;
      if (result.outcome == SearchResult::Outcome::Exhausted) {
        EXPECT_EQ(result.stats.transitions, whole.stats.transitions) << static_cast<int>(kind) << " " << limit;
        break;
      }
      ASSERT_EQ(control.stop(), Stop::Memory) << static_cast<int>(kind) << " " << limit;
      ++ended;
    }
    EXPECT_GT(ended, 0) << static_cast<int>(kind);
  }
}

TEST(ParallelSearch, KeepsTheAnswerHoweverMarksAndCyclesAreSpread) {
  // Edges are kept from the start, from some level on, or never. After trimming, nothing is left, or all threads decide
  // the rest, or one thread decomposes it.
  int found = 0, empty = 0;
  std::uint64_t seed = 100;
  for (const std::uint32_t back : {0U, 5U, 100U}) {
    for (const std::uint32_t sets : {0U, 1U, 3U, 5U}) {
      for (const std::uint32_t marks_from : {0U, 4000U, 5900U, 6000U}) {
        ++seed;
        const GraphShape shape{.back = back,
                               .sets = sets,
                               .marks_from = marks_from,
                               .all_marked = seed % 3 == 0,
                               .back_from = seed % 5 < 2 ? 5000U : 0U,
                               .reach = seed % 2 == 0 ? 400U : 3U};
        SCOPED_TRACE("seed " + std::to_string(seed));
        MemoryBudget budget;
        ExactStore exact(budget);
        SearchControl alone(budget, {});
        WideGraph graph(seed, shape);
        const SearchResult whole = TarjanSearch(graph, exact, alone).run();
        ++(whole.outcome == SearchResult::Outcome::Found ? found : empty);
        std::vector<std::vector<std::byte>> first;
        for (const unsigned threads : {1U, 3U}) {
          WorkCrew crew(threads);
          const auto store = store_kind(Store::Exact).make_shared(budget, crew.size());
          SearchControl control(budget, {});
          const auto make = [&](unsigned) { return std::make_unique<WideGraph>(seed, shape); };
          const SearchResult result = ParallelEmptiness(crew, make, *store, control).run();
          ASSERT_EQ(result.outcome, whole.outcome) << threads << " threads";
          if (first.empty()) first = states_of(result.run);
          ASSERT_EQ(states_of(result.run), first) << threads << " threads";
        }
      }
    }
  }
  EXPECT_GT(found, 5);
  EXPECT_GT(empty, 5);
}

TEST(ParallelSearch, KeepsEdgesOnlyWhereACycleCanFail) {
  const auto bytes_beside_the_store = [](const GraphShape& shape) {
    MemoryBudget budget;
    WorkCrew crew(2);
    const auto store = store_kind(Store::Exact).make_shared(budget, crew.size());
    SearchControl control(budget, {});
    ParallelEmptiness search(
        crew, [&](unsigned) { return std::make_unique<WideGraph>(9, shape); }, *store, control);
    EXPECT_NE(search.run().outcome, SearchResult::Outcome::Found);
    return budget.used() - store->memory_bytes();
  };
  const GraphShape marks_and_cycles{.size = 60000, .back = 2, .sets = 2, .marks_from = 0, .all_marked = false};
  const GraphShape no_marks{.size = 60000, .back = 100, .sets = 2, .marks_from = 60000, .all_marked = false};
  const std::size_t kept = bytes_beside_the_store(marks_and_cycles);
  EXPECT_GT(kept, 60000U * 16U);
  EXPECT_LT(bytes_beside_the_store(no_marks), 60000U * 8U);
}

TEST(ParallelSearch, FindsDefectsOnShortestRuns) {
  int found = 0, none = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    MemoryBudget budget;
    ExactStore exact(budget);
    SearchControl alone(budget, {});
    WideGraph graph(seed, 8000, 30);
    const DefectResult one = Reachability(graph, exact, alone, SearchOrder::BreadthFirst).run(Defect::Deadlock);
    ++(one.found.empty() ? none : found);
    std::vector<std::vector<std::byte>> first;
    for (const auto& [threads, kind] :
         {std::pair(2U, Store::Exact), std::pair(3U, Store::Auto), std::pair(2U, Store::Tree)}) {
      WorkCrew crew(threads);
      const auto store = store_of(kind, budget, crew.size());
      SearchControl control(budget, {});
      const DefectResult many =
          ParallelReachability(
              crew, [&](unsigned) { return std::make_unique<WideGraph>(seed, 8000, 30); }, *store, control)
              .run(Defect::Deadlock);
      ASSERT_EQ(many.found.size(), one.found.size()) << "seed " << seed;
      if (one.found.empty()) {
        ASSERT_EQ(many.search.stats.states, one.search.stats.states);
        ASSERT_EQ(many.search.stats.max_depth, one.search.stats.max_depth);
        continue;
      }
      ASSERT_EQ(many.found[0].run.prefix.size(), one.found[0].run.prefix.size()) << "seed " << seed;
      if (first.empty()) first = states_of(many.found[0].run);
      ASSERT_EQ(states_of(many.found[0].run), first) << "seed " << seed;
    }
  }
  EXPECT_GT(found, 1);
  EXPECT_GT(none, 1);
}

TEST(WorkCrew, WaitsForAllAndPassesFailuresOn) {
  WorkCrew crew(3);
  std::vector<int> done(crew.size());
  for (int round = 1; round <= 100; ++round) {
    crew.run([&](unsigned worker) { ++done[worker]; });
    for (const int rounds : done) ASSERT_EQ(rounds, round);
  }
  EXPECT_THROW(crew.run([](unsigned worker) {
    if (worker == 1) throw std::runtime_error("no");
  }),
               std::runtime_error);
  crew.run([&](unsigned worker) { ++done[worker]; });
  EXPECT_EQ(done.back(), 101);
}

TEST(CpuLimit, KeepsTheContainersQuota) {
  namespace fs = std::filesystem;
  const fs::path root = fs::path(testing::TempDir()) / "weir_cpu_limit";
  fs::remove_all(root);
  fs::create_directories(root / "proc/self");
  fs::create_directories(root / "sys/fs/cgroup/a/b");
  std::ofstream(root / "proc/self/cgroup") << "0::/a/b\n";
  EXPECT_EQ(container_core_limit(root), 0U);
  std::ofstream(root / "sys/fs/cgroup/a/b/cpu.max") << "max 100000\n";
  EXPECT_EQ(container_core_limit(root), 0U);
  std::ofstream(root / "sys/fs/cgroup/a/cpu.max") << "250000 100000\n";
  EXPECT_EQ(container_core_limit(root), 3U);
  std::ofstream(root / "sys/fs/cgroup/a/b/cpu.max") << "50000 100000\n";
  EXPECT_EQ(container_core_limit(root), 1U);
  EXPECT_EQ(granted_cores(root), 1U);
  EXPECT_GE(granted_cores(), 1U);
  fs::remove_all(root);
}

}  // namespace
}  // namespace weir::test
