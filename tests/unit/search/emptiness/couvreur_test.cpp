// SPDX-License-Identifier: Apache-2.0
// The run of Couvreur's Table 3 on the automaton of his Figure 4, step by step, with the misprints corrected (lines 19
// and 22 test the order of w; step 7 gives {b} to {D, E}, step 12 {a} to {F, G}, step 14 takes H -> F), and the
// comparison with nested search.
#include "search/emptiness/couvreur.h"

#include <gtest/gtest.h>

#include "search/emptiness/nested_dfs.h"
#include "store/exact_store.h"
#include "support/marked_graph.h"

namespace weir::test {
namespace {

std::string name(StateId id, ExactStore& store) {
  return id == kNoState ? "" : std::string(1, MarkedGraph::letter(store.get(id)));
}

std::string marks_text(MarkSet marks) { return std::string(marks.has(0) ? "a" : "") + (marks.has(1) ? "b" : ""); }

TEST(Couvreur, RunsTableThreeStepByStep) {
  MarkedGraph graph = figure_four();
  MemoryBudget budget;
  ExactStore store(budget);
  SearchControl control(budget, {});
  CouvreurSearch search(graph, store, control);
  std::vector<std::string> steps;
  search.tracer = [&](const CouvreurSearch::View& view) {
    std::string step =
        name(view.node, store) + (view.target == kNoState ? "" : ">" + name(view.target, store)) + " root";
    for (std::size_t i = 0; i < view.root_order.size(); ++i) {
      step += " " + std::to_string(view.root_order[i]) + "." + marks_text(view.root_marks[i]);
    }
    step += " arc";
    for (const MarkSet marks : view.arc) step += " ." + marks_text(marks);
    steps.push_back(step);
  };
  const SearchResult result = search.run();
  EXPECT_EQ(result.outcome, SearchResult::Outcome::Found);
  const std::vector<std::string> expected = {
      "A root 1. arc .",
      "A>B root 1. 2. arc . .",
      "B>C root 1. 2. 3. arc . . .a",
      "C>A root 1.a arc .",
      "C>D root 1.a 4. arc . .",
      "D>E root 1.a 4. 5. arc . . .",
      "E>D root 1.a 4.b arc . .",
      "E root 1.a 4.b arc . .",
      "D root 1.a arc .",
      "C>F root 1.a 4. arc . .b",
      "F>G root 1.a 4. 5. arc . .b .",
      "G>F root 1.a 4.a arc . .b",
      "G>H root 1.a 4.a 6. arc . .b .",
      "H>F root 1.a 4.ab arc . .b",
  };
  EXPECT_EQ(steps, expected);
}

TEST(Couvreur, StopsEarlierThanTheNestedSearchOnFigureFour) {
  MarkedGraph graph = figure_four();
  MemoryBudget budget;
  std::uint64_t nested_steps = 0;
  {
    ExactStore store(budget);
    SearchControl control(budget, {});
    NestedSearch search(graph, store, control);
    search.tracer = [&](StateView, StateView, bool) { ++nested_steps; };
    EXPECT_EQ(search.run().outcome, SearchResult::Outcome::Found);
  }
  EXPECT_GT(nested_steps, 13U) << "Couvreur's search needs 13 steps after the start";
}

TEST(NestedSearch, RunsTableFourStepByStep) {
  MarkedGraph graph = table_four();
  MemoryBudget budget;
  ExactStore store(budget);
  SearchControl control(budget, {});
  NestedSearch search(graph, store, control);
  search.plain = true;
  std::string steps = "A0";
  search.tracer = [&](StateView from, StateView to, bool backtrack) {
    steps += " " + table_four_name(from) + (backtrack ? "" : ">" + table_four_name(to));
  };
  EXPECT_EQ(search.run().outcome, SearchResult::Outcome::Found);
  EXPECT_EQ(steps,
            "A0 A0>B0 B0>C1 C1>A1 A1>B1 B1>C1 B1>F1 F1>G1 G1>F1 G1>H1 H1>F2 F2>G0 G0>F1 G0>H0 H0>F0 F0>G0 F0 H0 G0>I0 "
            "I0>J0 J0>K0 K0>I0 K0>L0 L0>K0 L0 K0 J0 I0 G0 F2");
}

TEST(Couvreur, ReportsNothingOnAGraphWithoutFailingComponent) {
  MarkedGraph graph(2);
  graph.edge('A', 'B', 0).edge('B', 'A', {}).edge('B', 'C', {}).edge('C', 'C', 1);
  MemoryBudget budget;
  ExactStore store(budget);
  SearchControl control(budget, {});
  EXPECT_EQ(CouvreurSearch(graph, store, control).run().outcome, SearchResult::Outcome::Exhausted);
}

TEST(Couvreur, StopsWithAReasonWhenTheBudgetIsUsedUp) {
  MarkedGraph graph = figure_four();
  MemoryBudget budget(1 << 12);
  ExactStore store(budget);
  SearchControl control(budget, {});
  const SearchResult result = CouvreurSearch(graph, store, control).run();
  EXPECT_EQ(result.outcome, SearchResult::Outcome::Stopped);
  EXPECT_EQ(result.stop, Stop::Memory);
}

}  // namespace
}  // namespace weir::test
