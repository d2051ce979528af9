// SPDX-License-Identifier: Apache-2.0
// explore with statistics: by hand, and compared with a naive search on random graphs and random Promela programs.
#include "pipeline/graph/space_statistics.h"

#include <gtest/gtest.h>
#include <weir/weir.h>

#include <map>
#include <random>

#include "model/program_system.h"
#include "oracle/state_graph.h"
#include "support/promela/generate.h"
#include "support/promela/material.h"
#include "support/promela_states.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

ExploreResult measured(TransitionSystem& system, ExploreOptions options = {}, Observer* observer = nullptr) {
  options.stats = true;
  Expected<ExploreResult> result = explore(system, options, observer);
  EXPECT_TRUE(result) << (result ? "" : to_string(result.error()));
  return result ? *result : ExploreResult{};
}

/// The same numbers, by definition: distances by relaxation, components by mutual reachability.
SpaceStatistics expected(const StateGraph& graph) {
  const std::size_t n = graph.states.size();
  SpaceStatistics result;
  std::vector<std::size_t> depth(n, n);
  for (const std::uint32_t state : graph.initial) depth[state] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t s = 0; s < n; ++s) {
      for (const StateGraph::Edge& edge : graph.states[s].edges) {
        if (edge.step.fault == Fault::RuntimeError || depth[edge.target] <= depth[s] + 1) continue;
        depth[edge.target] = depth[s] + 1;
        changed = true;
      }
    }
  }
  for (const std::size_t d : depth) {
    if (result.states_by_depth.size() <= d) result.states_by_depth.resize(d + 1);
    ++result.states_by_depth[d];
  }
  SpaceStatistics::Branching& branching = result.branching;
  branching.min = n == 0 ? 0 : graph.states[0].edges.size();
  for (const StateGraph::State& state : graph.states) {
    branching.min = std::min<std::uint64_t>(branching.min, state.edges.size());
    branching.max = std::max<std::uint64_t>(branching.max, state.edges.size());
    const std::size_t column = std::min<std::size_t>(state.edges.size(), branching.kColumns - 1);
    if (branching.histogram.size() <= column) branching.histogram.resize(column + 1);
    ++branching.histogram[column];
  }
  branching.mean = n == 0 ? 0 : static_cast<double>(graph.edges) / static_cast<double>(n);

  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));  // in one step or more
  for (std::size_t s = 0; s < n; ++s)
    for (const StateGraph::Edge& edge : graph.states[s].edges)
      if (edge.step.fault != Fault::RuntimeError) reach[s][edge.target] = true;
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; reach[i][k] && j < n; ++j)
        if (reach[k][j]) reach[i][j] = true;
  SpaceStatistics::Components& components = result.components;
  components.known = true;
  for (std::size_t s = 0; s < n; ++s) {
    std::uint64_t size = 1;
    bool first = true, terminal = true;
    for (std::size_t t = 0; t < n; ++t) {
      const bool together = t != s && reach[s][t] && reach[t][s];
      size += together ? 1 : 0;
      first = first && !(together && t < s);
      terminal = terminal && (t == s || together || !reach[s][t]);
    }
    if (!first) continue;
    ++components.count;
    components.trivial += size == 1 && !reach[s][s] ? 1 : 0;
    components.terminal += terminal ? 1 : 0;
    components.largest = std::max(components.largest, size);
  }
  return result;
}

void expect_same(const ExploreResult& found, const StateGraph& graph, const std::string& where) {
  ASSERT_TRUE(found.statistics && found.complete) << where;
  const SpaceStatistics& actual = *found.statistics;
  const SpaceStatistics wanted = expected(graph);
  EXPECT_EQ(found.stats.states, graph.states.size()) << where;
  EXPECT_EQ(found.stats.transitions, graph.edges) << where;
  EXPECT_EQ(actual.states_by_depth, wanted.states_by_depth) << where;
  EXPECT_EQ(actual.branching.min, wanted.branching.min) << where;
  EXPECT_EQ(actual.branching.max, wanted.branching.max) << where;
  EXPECT_DOUBLE_EQ(actual.branching.mean, wanted.branching.mean) << where;
  EXPECT_EQ(actual.branching.histogram, wanted.branching.histogram) << where;
  EXPECT_TRUE(actual.components.known) << where;
  EXPECT_EQ(actual.components.count, wanted.components.count) << where;
  EXPECT_EQ(actual.components.trivial, wanted.components.trivial) << where;
  EXPECT_EQ(actual.components.terminal, wanted.components.terminal) << where;
  EXPECT_EQ(actual.components.largest, wanted.components.largest) << where;
}

TEST(SpaceStatistics, OfAGraphCountedByHand) {
  // 0 -> 1 <-> 2 -> 3, and 3 is dead; 0 -> 4 with a loop at 4.
  ExplicitSystem system;
  system.edge(0, "a", 1);
  system.edge(1, "b", 2);
  system.edge(2, "b", 1);
  system.edge(2, "c", 3);
  system.edge(0, "a", 4);
  system.edge(4, "a", 4);
  const ExploreResult result = measured(system);
  ASSERT_TRUE(result.statistics);
  const SpaceStatistics& found = *result.statistics;
  EXPECT_EQ(found.states_by_depth, (std::vector<std::uint64_t>{1, 2, 1, 1}));
  EXPECT_EQ(found.branching.histogram, (std::vector<std::uint64_t>{1, 2, 2}));
  EXPECT_DOUBLE_EQ(found.branching.mean, 6.0 / 5);
  EXPECT_EQ(found.components.count, 4U);
  EXPECT_EQ(found.components.trivial, 2U);   // 0 and 3
  EXPECT_EQ(found.components.terminal, 2U);  // 3 and 4
  EXPECT_EQ(found.components.largest, 2U);
  ASSERT_EQ(found.statements.size(), 3U);
  EXPECT_EQ(found.statements[0].statement, "a");
  EXPECT_EQ(found.statements[0].count, 3U);
  EXPECT_EQ(found.statements[1].count, 2U);
  EXPECT_EQ(found.statements[2].count, 1U);
}

TEST(SpaceStatistics, AgreeWithTheDefinitionsOnRandomGraphs) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::mt19937_64 random(seed);
    RandomSystemOptions options;
    options.max_states = 30;
    ExplicitSystem system = random_system(random, options);
    expect_same(measured(system), explore_states(system, 1000), "seed " + std::to_string(seed));
  }
}

TEST(SpaceStatistics, AgreeWithTheDefinitionsOnRandomPrograms) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const std::unique_ptr<TransitionSystem> system = promela_system(to_text(generate_program(seed).tree));
    if (system == nullptr) continue;
    const StateGraph graph = explore_states(*system, 150, 0.2);
    if (!graph.complete || graph.initial_fault) continue;
    const std::string where = "seed " + std::to_string(seed);
    const ExploreResult result = measured(*system);
    expect_same(result, graph, where);
    // Every statement of every step counts once.
    const auto& program = dynamic_cast<ProgramSystem&>(*system);
    std::map<std::tuple<std::uint32_t, std::string, std::string>, std::uint64_t> counts;
    for (const StateGraph::State& state : graph.states) {
      for (const StateGraph::Edge& edge : state.edges) {
        for (const MicroStep& part : program.executor().unfold(state.bytes, edge.step)) {
          const Transition& taken = program.program().transitions[part.transition];
          if (taken.kind == TransitionKind::End) continue;
          const StatementInfo& info = program.program().statements[taken.statement];
          const std::uint32_t type = program.program().locations[taken.source].process_type;
          if (info.line != 0 && !info.text.empty())
            ++counts[{info.line, program.program().process_types[type].name, info.text}];
        }
      }
    }
    for (const StatementCount& one : result.statistics->statements) {
      const auto found = counts.find({one.line, one.process, one.statement});
      EXPECT_EQ(one.count, found == counts.end() ? 0 : found->second) << where << ": " << one.statement;
      if (found != counts.end()) counts.erase(found);
    }
    EXPECT_TRUE(counts.empty()) << where;
    ++compared;
  }
  EXPECT_GT(compared, 40);
}

TEST(SpaceStatistics, AreMarkedIncompleteAtALimit) {
  ExplicitSystem system;
  for (std::uint32_t i = 0; i < 100; ++i) system.edge(i, "a", i + 1);
  ExploreOptions options;
  options.max_states = 10;
  ExploreResult result = measured(system, options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.stats.states, 10U);
  EXPECT_FALSE(result.statistics->components.known);
  EXPECT_EQ(result.statistics->states_by_depth.size(), 10U);
  options = {};
  options.max_depth = 4;
  result = measured(system, options);
  EXPECT_FALSE(result.complete);
  EXPECT_EQ(result.statistics->states_by_depth, std::vector<std::uint64_t>(5, 1));
}

TEST(SpaceStatistics, RefuseWhatHasNoStatistics) {
  ExplicitSystem system;
  system.edge(0, "a", 0);
  const auto refused = [&](auto change) {
    ExploreOptions options;
    options.stats = true;
    change(options);
    return !explore(system, options);
  };
  EXPECT_TRUE(refused([](ExploreOptions& o) { o.store = Store::Bitstate; }));
  EXPECT_TRUE(refused([](ExploreOptions& o) { o.search = SearchOrder::DepthFirst; }));
  EXPECT_TRUE(refused([](ExploreOptions& o) { o.reduce = Reductions::automatic(); }));
  EXPECT_TRUE(refused([](ExploreOptions& o) { o.threads = 2; }));
  EXPECT_FALSE(refused([](ExploreOptions&) {}));
}

TEST(CheckCoverage, HasStatesStatementsAndSamples) {
  const auto system = promela_system("byte x; active proctype P() { do :: x < 3 -> x++ :: x == 9 -> x = 0 od }");
  CheckOptions options;
  options.coverage = true;
  options.properties = {{PropertyRequest::Kind::Ltl, "G (x < 4)"}};
  const Expected<CheckResult> result = check(*system, options);
  ASSERT_TRUE(result);
  const CheckCoverage& coverage = result->coverage;
  EXPECT_TRUE(coverage.complete);
  EXPECT_EQ(coverage.states_by_depth, std::vector<std::uint64_t>(7, 1));  // guard and increment in turn
  std::map<std::string, std::uint64_t> counts;
  for (const StatementCount& one : coverage.statements) counts[one.statement] = one.count;
  EXPECT_EQ(counts.at("x < 3"), 3U);
  EXPECT_EQ(counts.at("x == 9"), 0U);
  EXPECT_FALSE(coverage.samples.empty());
  options.coverage = false;
  EXPECT_TRUE(check(*system, options)->coverage.statements.empty());
}

}  // namespace
}  // namespace weir::test
