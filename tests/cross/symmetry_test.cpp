// SPDX-License-Identifier: Apache-2.0
// Symmetry uses all exchanges: the number of states equals the number of classes of states, counted by an independent
// oracle. (tests/cross/differential_test.cpp tests that verdicts do not change.)
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "model/machine.h"
#include "reduction/combined/reduced_system.h"
#include "support/grammar/shrink.h"
#include "support/promela/generate.h"
#include "support/promela_states.h"
#include "support/verdicts.h"

namespace weir::test {
namespace {

/// Several processes of one kind, which rarely use their numbers.
Node several_of_each(std::uint64_t seed) {
  Draw draw(seed);
  Profile profile(draw, Audience::Weir);
  profile.set(Feature::Several, true);
  for (const Feature feature : {Feature::Last, Feature::Priorities, Feature::Introspection, Feature::ManyProcesses,
                                Feature::LongAtomic, Feature::EndlessAtomic, Feature::Faults})
    profile.set(feature, false);
  if (seed % 4 != 0)
    for (const Feature feature :
         {Feature::OwnPid, Feature::ProcessCount, Feature::RemoteReferences, Feature::Identities})
      profile.set(feature, false);
  return generate_program(seed, profile).tree;
}

/// The number of states, with the frames of each process type as a multiset; optionally without ended processes.
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

/// The expected and the actual number of states; empty if they agree or cannot be counted.
struct Count {
  std::string difference;
  bool counted = false, smaller = false;
};
Count count_classes(const Node& candidate) {
  const auto system = promela_system(to_text(candidate));
  if (system == nullptr) return {};
  const StateCount plain = count_states(*system, 5000);
  if (!plain.complete || plain.errors > 0) return {};  // states after a run-time error are undefined
  auto& program = dynamic_cast<ProgramSystem&>(*system);
  ReductionChoice choice;
  choice.symmetry = true;
  const ReducedSystem reduced(program, choice, {});
  if (!reduced.obstacle_to_symmetry().empty() || !reduced.symmetry()->leaves_out_ended()) return {};
  const std::size_t classes = classes_of(program, true);
  const std::size_t states = count_states(reduced).states;
  Count result{"", true, states < plain.states};
  if (states != classes)
    result.difference = std::to_string(states) + " states, " + std::to_string(classes) + " classes";
  return result;
}

TEST(Symmetry, HasAsManyStatesAsThereAreClassesOfStates) {
  int counted = 0, smaller = 0;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(rounds(150)); ++seed) {
    const Node program = several_of_each(seed);
    const Count count = count_classes(program);
    counted += count.counted;
    smaller += count.smaller;
    if (count.difference.empty()) continue;
    const Node small =
        shrink(program, [](const Node& candidate) { return !count_classes(candidate).difference.empty(); });
    FAIL() << "seed " << seed << ": " << count_classes(small).difference << "\n" << to_text(small);
  }
  if (rounds(150) != 150) return;
  EXPECT_GT(counted, 20);
  EXPECT_GT(smaller, 15);
}

}  // namespace
}  // namespace weir::test
