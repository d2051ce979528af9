// SPDX-License-Identifier: Apache-2.0
// Exchanging processes changes no verdict: on random programs with several processes of each kind, with all other
// reductions, searches, stores and threads. And it exchanges all that can be exchanged: the number of states is the
// number of classes of states, counted by an oracle that knows nothing of how they are found.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/machine.h"
#include "reduction/reduced_system.h"
#include "support/promela_states.h"
#include "support/random_promela.h"
#include "support/verdicts.h"

namespace weir {
namespace {

using Kind = PropertyRequest::Kind;
using testing::Comparison;
using testing::Configuration;

/// Some processes stand there two or three times.
testing::PromelaProgram several_of_each(std::uint64_t seed) {
  testing::PromelaProgram program = testing::random_promela(seed);
  if (program.processes.size() > 2) program.processes.resize(2);
  const std::string active = "active proctype";
  for (std::size_t i = 0; i < program.processes.size(); ++i) {
    std::string& heading = program.processes[i].heading;
    if (heading.starts_with(active) && (i == 0 || seed % 3 == 0))
      heading = "active [" + std::to_string(2 + (seed + i) % 2) + "] proctype" + heading.substr(active.size());
  }
  return program;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

/// Three of four programs do not look at numbers of processes.
std::string text_of(const testing::PromelaProgram& program, std::uint64_t seed) {
  std::string text = testing::to_text(program);
  if (seed % 4 == 0) return text;
  replace_all(text, "_last", "x");
  replace_all(text, "_pid", "1");
  if (seed % 4 != 1) replace_all(text, "_nr_pr", "2");
  replace_all(text, "x = run", "run");
  return text;
}

/// Fails on the first program for which `differs` tells something, shrunk.
void on_random_programs(std::uint64_t first, int usual, std::uint64_t limit,
                        const std::function<std::string(TransitionSystem&)>& differs) {
  const std::uint64_t last = first + static_cast<std::uint64_t>(testing::rounds(usual));
  for (std::uint64_t seed = first; seed < last; ++seed) {
    const auto judge = [&](const testing::PromelaProgram& candidate) -> std::string {
      const auto system = testing::promela_system(text_of(candidate, seed));
      if (system == nullptr || !testing::count_states(*system, limit).complete) return {};
      return differs(*system);
    };
    const testing::PromelaProgram program = several_of_each(seed);
    if (judge(program).empty()) continue;
    const auto small =
        testing::shrink(program, [&](const testing::PromelaProgram& candidate) { return !judge(candidate).empty(); });
    FAIL() << "seed " << seed << ": " << judge(small) << "\n" << text_of(small, seed);
  }
}

TEST(Symmetry, KeepsAssertionsAndDeadlocksOfRandomPrograms) {
  const std::vector<Configuration> configurations = {
      {"symmetry"},
      {"symmetry", "bfs"},
      {"symmetry", "random"},
      {"symmetry", "dfs", "tree"},
      {"symmetry", "dfs", "cache"},
      {"symmetry,por"},
      {"symmetry,por", "bfs"},
      {"symmetry,merge"},
      {"symmetry,dead,slice"},
      {"symmetry,merge,dead,slice,por"},
      {"symmetry,merge,dead,slice,por", "dfs", "cache"},
      {"symmetry", "bfs", "exact", "auto", 2},
      {"symmetry,por", "bfs", "exact", "auto", 2},
      {"auto"},
  };
  Comparison comparison;
  on_random_programs(1, 60, 800, [&](TransitionSystem& system) {
    return comparison.difference(system, {{Kind::Assertions, ""}, {Kind::Deadlock, ""}}, configurations);
  });
  on_random_programs(1001, 30, 2000, [&](TransitionSystem& system) {
    return comparison.difference(system, {{Kind::Deadlock, ""}}, {{"symmetry,por"}, {"symmetry,merge,por", "bfs"}});
  });
  if (testing::rounds(60) != 60) return;
  EXPECT_GT(comparison.exchanged, 100);
  EXPECT_GT(comparison.violated, 50);
}

TEST(Symmetry, KeepsFormulasOfRandomPrograms) {
  const std::vector<Configuration> configurations = {
      {"symmetry"},
      {"symmetry", "dfs", "exact", "ndfs"},
      {"symmetry", "dfs", "exact", "tarjan"},
      {"symmetry", "dfs", "tree", "owcty"},
      {"symmetry", "dfs", "cache", "ndfs"},
      {"symmetry,por"},
      {"symmetry,por", "dfs", "exact", "ndfs"},
      {"symmetry,merge,dead,slice,por"},
      {"symmetry", "dfs", "exact", "auto", 2},
      {"symmetry,por", "dfs", "exact", "auto", 2},
      {"auto"},
  };
  const std::vector<PropertyRequest> formulas = {
      {Kind::Ltl, "G (x != 2)"},
      {Kind::Ltl, "G F (y == 0)"},
      {Kind::Ltl, "F G (b == 1)"},
      {Kind::Ltl, "G (len(c) == 1 -> F len(c) == 0)"},
      {Kind::Ltl, "F dead"},
      {Kind::Ltl, "G (x == 1 -> F dead)"},
      {Kind::Ltl, "F G (y != 1 || dead)"},
      {Kind::Ltl, "X X (x == 0)"},
      {Kind::Ltl, "G !(P0[0]@done)"},
      {Kind::Ltlf, "G (x == 0 -> X y != 2)"},
  };
  Comparison comparison;
  on_random_programs(5001, 50, 1500, [&](TransitionSystem& system) -> std::string {
    for (const PropertyRequest& formula : formulas) {
      const std::string found = comparison.difference(system, {formula}, configurations);
      if (!found.empty()) return formula.text + " " + found;
    }
    return {};
  });
  if (testing::rounds(50) != 50) return;
  EXPECT_GT(comparison.exchanged, 200);
  EXPECT_GT(comparison.violated, 100);
}

/// Every state, with the frames of each process type as a bag, counted once; `ended`: ended processes do not count.
std::size_t classes_of(const ProgramSystem& system, bool leave_out_ended) {
  const Program& program = system.program();
  const MachineTables tables(program);
  Machine machine(program, tables);
  std::set<std::string> seen;
  std::set<std::pair<std::string, std::multiset<std::string>>> classes;
  std::vector<std::string> waiting;
  const auto arrive = [&](const SuccessorBuffer& buffer) {
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      const StateView state = buffer.state(i);
      const std::string bytes(reinterpret_cast<const char*>(state.data()), state.size());
      if (!seen.insert(bytes).second) continue;
      waiting.push_back(bytes);
      machine.attach(state);
      std::multiset<std::string> frames;
      for (std::uint32_t process = 0; process < machine.process_count(); ++process) {
        const Location& location = program.locations[machine.location(process)];
        if (leave_out_ended && location.count > 0 && program.transitions[location.first].kind == TransitionKind::End)
          continue;
        frames.insert(
            bytes.substr(machine.process_offset(process), program.process_types[location.process_type].frame_bytes));
      }
      classes.insert({bytes.substr(0, program.fixed_bytes), frames});
    }
  };
  SuccessorBuffer buffer;
  system.initial_states(buffer);
  arrive(buffer);
  while (!waiting.empty()) {
    const std::string state = waiting.back();
    waiting.pop_back();
    buffer.clear();
    system.successors({reinterpret_cast<const std::byte*>(state.data()), state.size()}, buffer);
    arrive(buffer);
  }
  return classes.size();
}

TEST(Symmetry, HasAsManyStatesAsThereAreClassesOfStates) {
  int counted = 0;
  int smaller = 0;
  on_random_programs(9001, 80, 5000, [&](TransitionSystem& system) -> std::string {
    auto& program = dynamic_cast<ProgramSystem&>(system);
    ReductionChoice choice;
    choice.symmetry = true;
    const ReducedSystem reduced(program, choice, {});
    if (!reduced.obstacle_to_symmetry().empty() || !reduced.symmetry()->leaves_out_ended()) return {};
    if (testing::count_states(system).errors > 0) return {};  // what lies behind a run-time error means nothing
    const std::size_t classes = classes_of(program, true);
    const std::size_t states = testing::count_states(reduced).states;
    ++counted;
    smaller += states < testing::count_states(system).states;
    return states == classes ? "" : std::to_string(states) + " states, " + std::to_string(classes) + " classes";
  });
  if (testing::rounds(80) != 80) return;
  EXPECT_GT(counted, 20);
  EXPECT_GT(smaller, 15);
}

}  // namespace
}  // namespace weir
