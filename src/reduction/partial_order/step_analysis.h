// SPDX-License-Identifier: Apache-2.0
// Computes what the steps of a process may access (transition_facts.h).
//
// All transitions of a process are analysed for one instance at a time: its type, number, and the variables that never
// change once it runs (mostly parameters), because these determine the channel or array element. Code that is not
// understood makes a step depend on everything.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine.h"
#include "model/program.h"
#include "model/watched_program.h"
#include "reduction/partial_order/program_facts.h"

namespace weir {

class StepAnalysis {
 public:
  /// `initial`: the initial state, which has the values of variables that never change.
  StepAnalysis(const Program& program, StateView initial, const std::vector<WatchedProgram::Operation>& watched = {});

  /// Why the steps of this program cannot be analysed; empty if they can.
  const std::string& obstacle() const { return obstacle_; }
  const Program& program() const { return program_; }
  const ProgramFacts& facts() const { return facts_; }

  /// What the code of atoms reads.
  Visibility visibility(const std::vector<CodeRef>& atoms) const;
  /// The facts of a process in the machine's current state. Key and instance belong together: `key` receives everything
  /// that the instance depends on.
  void instance_key(const Machine& machine, std::uint32_t process, std::string& key) const;
  /// A hash of the variables of the process that never change.
  std::size_t mixed_constants(const Machine& machine, std::uint32_t process) const {
    const std::byte* frame = machine.view().data() + machine.process_offset(process);
    std::size_t sum = 0;
    for (const std::uint32_t byte : facts_.local_constant[program_.locations[machine.location(process)].process_type])
      sum += std::to_integer<std::size_t>(frame[byte]);
    return sum;
  }
  bool has_key(const Machine& machine, std::uint32_t process, const std::string& key) const;
  std::unique_ptr<ProcessInstance> analyse(const Machine& machine, std::uint32_t process,
                                           const Visibility& visibility) const;
  /// The facts of the transitions at the process's location, valid while its frame is unchanged.
  std::vector<TransitionFacts> analyse_frame(const Machine& machine, std::uint32_t process,
                                             const ProcessInstance& instance) const;

 private:
  void find_type_effects();
  void find_watched(const std::vector<WatchedProgram::Operation>& watched);

  const Program& program_;
  ProgramFacts facts_;
  std::string obstacle_;
};

}  // namespace weir
