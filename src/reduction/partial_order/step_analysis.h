// SPDX-License-Identifier: Apache-2.0
// Finds what the steps of a process may touch (transition_facts.h).
//
// All transitions of a process are analysed for one instance at a time: its type, number, and the variables that never
// change once it runs (parameters, mostly), because these say which channel and which array element is meant.
// Whatever is not understood makes a step depend on everything.
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
  /// `initial`: the initial state, where variables that never change have their value.
  StepAnalysis(const Program& program, StateView initial, const std::vector<WatchedProgram::Operation>& watched = {});

  /// Why nothing can be told about this program's steps; empty: something can.
  const std::string& obstacle() const { return obstacle_; }
  const Program& program() const { return program_; }
  std::size_t object_count() const { return facts_.object_count; }

  /// What the code of atoms looks at.
  Visibility visibility(const std::vector<CodeRef>& atoms) const;
  /// The facts of a process of the state that the machine looks at. Key and instance belong together: `key` is filled
  /// with all that the instance depends on.
  void instance_key(const Machine& machine, std::uint32_t process, std::string& key) const;
  /// Some number that depends on the variables of the process that never change.
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
  /// The facts of the transitions that begin where the process stands, as long as its frame stays as it is.
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
