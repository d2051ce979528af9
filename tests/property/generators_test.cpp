// SPDX-License-Identifier: Apache-2.0
// The generators of random models: a fixed number of seeds uses every production of the language, nearly all models are
// accepted, and most are small. promela_generator_test.cpp has more tests for Promela.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "frontend/dve/dve.h"
#include "model/machine.h"
#include "model/program_system.h"
#include "oracle/state_graph.h"
#include "support/differential/isolate.h"
#include "support/differential/judge.h"
#include "support/grammar/shrink.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kSeeds = 600;

class Generators : public ::testing::TestWithParam<const char*> {
 protected:
  const Language& language() const { return *find_language(GetParam()); }
};
std::string name_of_language(const ::testing::TestParamInfo<const char*>& info) { return info.param; }

TEST_P(Generators, UseEveryProduction) {
  Coverage coverage;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Material material = material_of(language(), seed, 3);
    to_text(material.program, &coverage);
    for (const Case& question : material.cases)
      for (std::size_t i = 1; i < question.tree.children.size(); ++i) to_text(question.tree.children[i], &coverage);
  }
  for (std::size_t i = 0; i < kProductions; ++i) {
    const auto production = static_cast<Production>(i);
    if (!has_production(language(), production)) continue;
    if (production == Production::Name && language().format == nullptr) continue;  // tables keep names elsewhere
    EXPECT_GE(coverage.productions[i], 3U) << name_of(production);
  }
}

TEST_P(Generators, MakeModelsThatAreAcceptedAndSmall) {
  std::uint64_t accepted = 0, small = 0;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Subject subject(language(), material_of(language(), seed, 0).program, scratch_folder(), {});
    accepted += subject.accepted();
    small += subject.explored();
  }
  EXPECT_GE(accepted * 100, kSeeds * 99) << "too many models are refused";
  EXPECT_GE(small * 100, kSeeds * 60) << "too many models are large";
}

/// The same tree gives the same model, and parts of it may be left out.
TEST_P(Generators, MakeModelsThatShrink) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto has_deadlock = [&](const Node& candidate) {
      const Subject subject(language(), candidate, scratch_folder(), {});
      return subject.explored() && subject.graph().has_deadlock();
    };
    const Node program = material_of(language(), seed, 0).program;
    if (!has_deadlock(program)) continue;
    EXPECT_LE(size_of(shrink(program, has_deadlock, 3000)), 16U) << to_text(program);
  }
}

INSTANTIATE_TEST_SUITE_P(Languages, Generators, ::testing::Values("dve", "net", "model"), name_of_language);

TEST(DveGenerator, ReachesEveryInstructionAndError) {
  std::set<OpCode> codes;
  std::set<ChannelOperation::Kind> operations;
  std::set<std::string> faults;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const Material material = material_of(*find_language("dve"), seed, 0);
    const auto model = dve::read_dve(SourceText("m.dve", to_text(material.program)));
    ASSERT_TRUE(model) << to_string(model.error());
    const test::StateGraph graph = test::explore_states(*model->system, 300, 0.2);
    for (const test::StateGraph::State& state : graph.states)
      for (const test::StateGraph::Edge& edge : state.edges)
        if (edge.step.fault != Fault::None)
          faults.insert(model->system->describe(state.bytes, edge.step, state.bytes).fault);
    const auto* system = dynamic_cast<const ProgramSystem*>(model->system.get());
    if (system == nullptr) continue;
    for (const Instruction& instruction : system->program().code) codes.insert(instruction.op);
    for (const ChannelOperation& operation : system->program().channel_operations) operations.insert(operation.kind);
  }
  // Instructions that src/frontend/dve emits, except loads and stores.
  for (const OpCode code :
       {OpCode::Not,      OpCode::Complement, OpCode::Negate,   OpCode::Multiply,       OpCode::Divide,
        OpCode::Modulo,   OpCode::Add,        OpCode::Subtract, OpCode::ShiftLeft,      OpCode::ShiftRight,
        OpCode::Less,     OpCode::LessEqual,  OpCode::Greater,  OpCode::GreaterEqual,   OpCode::Equal,
        OpCode::NotEqual, OpCode::BitAnd,     OpCode::BitXor,   OpCode::BitOr,          OpCode::AndJump,
        OpCode::OrJump,   OpCode::Truth,      OpCode::Index,    OpCode::RemoteLocation, OpCode::Swap})
    EXPECT_TRUE(codes.contains(code)) << "instruction " << static_cast<int>(code);
  EXPECT_EQ(operations.size(), 2U);
  for (const std::string& message :
       {std::string(to_string(RuntimeError::IndexOutOfRange)), std::string(to_string(RuntimeError::DivisionByZero)),
        std::string("two processes assign to")}) {
    bool met = false;
    for (const std::string& fault : faults) met = met || fault.find(message) != std::string::npos;
    EXPECT_TRUE(met) << message;
  }
}

}  // namespace
}  // namespace weir::test
