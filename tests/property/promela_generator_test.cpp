// SPDX-License-Identifier: Apache-2.0
// The generator of random Promela programs: a fixed number of seeds uses every production, puts a label before every
// kind of statement, compiles to every instruction, and causes every run-time error.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "model/machine.h"
#include "model/program_system.h"
#include "oracle/state_graph.h"
#include "support/differential/language.h"
#include "support/grammar/shrink.h"
#include "support/promela/material.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kSeeds = 4000;

TEST(PromelaGenerator, UsesEveryProduction) {
  Coverage coverage;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const GeneratedProgram program = generate_program(seed);
    to_text(program.tree, &coverage);
    Draw draw(seed);
    for (const Case& question : promela_cases(draw, program, 2))
      for (std::size_t i = 1; i < question.tree.children.size(); ++i) to_text(question.tree.children[i], &coverage);
  }
  for (std::size_t i = 0; i < kProductions; ++i) {
    const auto production = static_cast<Production>(i);
    if (!has_production(promela(), production)) continue;
    EXPECT_GE(coverage.productions[i], 3U) << name_of(production);
    // Declarations, xr and xs, and labels alone are not statements with a label.
    const bool cannot = production == Production::Declare || production == Production::ExclusiveReceive ||
                        production == Production::ExclusiveSend || production == Production::LabelAlone ||
                        production == Production::Return || production == Production::Else;
    if (info(production).sort == Sort::Statement && !cannot) {
      EXPECT_GE(coverage.labelled[i], 1U) << "a label before " << name_of(production);
    }
  }
}

/// Collects productions and instructions of the programs of many seeds, and the errors at run time.
struct Seen {
  std::set<OpCode> codes;
  std::set<TransitionKind> transitions;
  std::set<ChannelOperation::Kind> operations;
  std::set<MessageField::Kind> fields;
  std::set<std::string> faults;
  std::uint64_t programs = 0, accepted = 0, explored = 0, small = 0;

  void add(const Program& program) {
    for (const Instruction& instruction : program.code) codes.insert(instruction.op);
    for (const Transition& transition : program.transitions) transitions.insert(transition.kind);
    for (const ChannelOperation& operation : program.channel_operations) {
      operations.insert(operation.kind);
      for (const MessageField& field : operation.fields) fields.insert(field.kind);
    }
  }
};

TEST(PromelaGenerator, ReachesEveryInstructionAndError) {
  Seen seen;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    ++seen.programs;
    const GeneratedProgram generated = generate_program(seed);
    const std::unique_ptr<TransitionSystem> system = promela_system(to_text(generated.tree));
    if (system == nullptr) continue;
    ++seen.accepted;
    (void)system->resolve("accept_");  // instructions that only atoms use
    seen.add(dynamic_cast<const ProgramSystem&>(*system).program());
    const bool explored = seed % 8 == 0 || generated.profile.on(Feature::Faults);
    if (!explored) continue;
    // Enough time to find errors on a slow machine.
    const double seconds = generated.profile.on(Feature::Faults) ? 2 : 0.05;
    const StateGraph graph = explore_states(*system, 300, seconds);
    seen.explored += 1;
    seen.small += graph.complete;
    for (const StateGraph::State& state : graph.states)
      for (const StateGraph::Edge& edge : state.edges)
        if (edge.step.fault == Fault::RuntimeError)
          seen.faults.insert(system->describe(state.bytes, edge.step, state.bytes).fault);
  }
  EXPECT_GE(seen.accepted * 100, seen.programs * 97) << "too many programs are refused";
  EXPECT_GE(seen.small * 100, seen.explored * 50) << "too many programs are large";
  for (int i = 0; i <= static_cast<int>(OpCode::Print); ++i)
    EXPECT_TRUE(seen.codes.contains(static_cast<OpCode>(i))) << "instruction " << i;
  EXPECT_EQ(seen.transitions.size(), static_cast<std::size_t>(TransitionKind::Deterministic) + 1);
  EXPECT_EQ(seen.operations.size(), static_cast<std::size_t>(ChannelOperation::Kind::PeekAny) + 1);
  EXPECT_EQ(seen.fields.size(), static_cast<std::size_t>(MessageField::Kind::Ignore) + 1);
  for (int i = 1; i <= static_cast<int>(RuntimeError::CircularQuestion); ++i) {
    const std::string message = to_string(static_cast<RuntimeError>(i));
    bool met = false;
    for (const std::string& fault : seen.faults) met = met || fault.find(message) != std::string::npos;
    EXPECT_TRUE(met) << message;
  }
}

/// Redundant parentheses do not change the meaning.
TEST(PromelaGenerator, PrintsWhatItMeans) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Node tree = generate_program(seed).tree;
    const auto plain = promela_system(to_text(tree));
    const auto full = promela_system(to_text(tree, nullptr, true));
    ASSERT_EQ(plain == nullptr, full == nullptr) << to_text(tree, nullptr, true);
    if (plain == nullptr) continue;
    const StateGraph one = explore_states(*plain, 200, 0.1), other = explore_states(*full, 200, 0.1);
    if (!one.complete || !other.complete) continue;
    EXPECT_EQ(one.states.size(), other.states.size()) << to_text(tree);
    EXPECT_EQ(one.edges, other.edges) << to_text(tree);
  }
}

TEST(PromelaGenerator, ShrinksToAMinimalProgram) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Node tree = generate_program(seed).tree;
    const auto has_atomic = [](const Node& candidate) {
      bool found = false;
      walk(candidate, [&](const Node& node) { found = found || node.is(Production::Atomic); });
      return found && promela_system(to_text(candidate)) != nullptr;
    };
    if (!has_atomic(tree)) continue;
    const std::string small = to_text(shrink(tree, has_atomic));
    EXPECT_LE(small.size(), 80U) << small;
  }
}

}  // namespace
}  // namespace weir::test
