// SPDX-License-Identifier: Apache-2.0
// A state graph that cannot be written to its end leaves no file.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/memory/memory_budget.h"
#include "pipeline/graph/export_graph.h"
#include "store/stores.h"
#include "support/random_system.h"

namespace weir::test {
namespace {

/// Raises the flag while the successors of a state are generated.
class StoppingSystem final : public TransitionSystem {
 public:
  StoppingSystem(const ExplicitSystem& system, StopFlag& stop, std::uint32_t where)
      : system_(system), stop_(stop), where_(where) {}
  void initial_states(SuccessorBuffer& out) const override { system_.initial_states(out); }
  void successors(StateView state, SuccessorBuffer& out) const override {
    if (ExplicitSystem::number(state) == where_) stop_.raise(StopFlag::Reason::Time);
    system_.successors(state, out);
  }
  Expected<Atom> resolve(std::string_view) override { return Atom{}; }
  bool holds(std::uint32_t, StateView) const override { return false; }
  bool occurs(std::uint32_t, StateView, const Step&) const override { return false; }
  std::vector<Variable> show(StateView state) const override { return system_.show(state); }
  StepDescription describe(StateView from, const Step& step, StateView to) const override {
    return system_.describe(from, step, to);
  }

 private:
  const ExplicitSystem& system_;
  StopFlag& stop_;
  std::uint32_t where_;
};

TEST(ExportGraph, LeavesNoFileBehindWhenItIsStopped) {
  ExplicitSystem system;
  for (std::uint32_t i = 0; i < 5; ++i) system.edge(i, "s", i + 1);
  MemoryBudget budget;
  const auto store = store_kind(Store::Exact).make(budget, {});
  for (std::uint32_t i = 0; i < 6; ++i) store->insert(ExplicitSystem::bytes(i));
  const std::string file = (std::filesystem::temp_directory_path() / "weir-export-graph-test").string();
  for (std::string ExploreOptions::*format :
       {&ExploreOptions::dot_file, &ExploreOptions::aut_file, &ExploreOptions::hoa_file}) {
    for (const std::uint32_t where : {0U, 3U, 9U}) {
      StopFlag stop;
      const StoppingSystem stopping(system, stop, where);
      ExploreOptions options;
      options.*format = file;
      EXPECT_TRUE(export_graph(stopping, *store, options, stop).empty());
      EXPECT_EQ(std::filesystem::remove(file), where == 9) << where;
    }
  }
}

}  // namespace
}  // namespace weir::test
