// SPDX-License-Identifier: Apache-2.0
// Systems whose steps combine the steps of several processes, as DiVinE defines them.
//
// A synchronous system (`system sync`): every process takes one of its transitions. Guards and effects read the state
// before the step, and no two processes may assign to the same variable. If one process cannot move, none can.
//
// A system with a property process that has its own variables: with each step of the system (or alone, if the system is
// deadlocked) the property process takes one of its transitions, whose guards and effects read the state before the
// step. Alternatively it receives what a process sends, in a joint step of these two. If it cannot move, the run ends:
// it stutters in a non-accepting state.
//
// The parts are programs with the same state layout; a step is assembled from the bytes that each part wrote.
#pragma once

#include <memory>
#include <vector>

#include "frontend/dve/lower.h"
#include "model/program_system.h"

namespace weir::dve {

/// `writes`: see Lowered. `skipped`: a process that does not take part, or kNoProcess.
std::unique_ptr<TransitionSystem> synchronous(std::unique_ptr<ProgramSystem> processes,
                                              const std::vector<std::vector<std::uint32_t>>& writes,
                                              std::int32_t skipped = kNoProcess);

/// The parts around a property process.
struct PropertyParts {
  std::unique_ptr<TransitionSystem> beside;  ///< steps of the other processes
  std::unique_ptr<ProgramSystem> alone;      ///< steps of the property process
  std::unique_ptr<ProgramSystem> together;   ///< steps of both; nullptr if there are none
  std::uint32_t location = 0;                ///< offset of its location in a state
  std::uint32_t location_bytes = 1;
  LocationId stuck = 0;
  std::vector<Lowered::Range> variables;
};
std::unique_ptr<TransitionSystem> with_property(PropertyParts parts);

}  // namespace weir::dve
