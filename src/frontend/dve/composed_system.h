// SPDX-License-Identifier: Apache-2.0
// Systems whose steps are made of the steps of several processes at once, as DiVinE defines them.
//
// A synchronous system (`system sync`): every process takes one of its transitions; guards and effects read the state
// before the step, and no two processes may assign to the same variable. A process that cannot move stops them all.
//
// A system with a property process that has variables of its own: with each step of the system (or alone, if the system
// is deadlocked) the property process takes one of its transitions, whose guards and effects read the state before; or
// it receives what a process sends, which is then a step of these two. Where it cannot move, the run ends: it stutters
// in a state that is not accepting.
//
// The parts are programs whose states have the same bytes; a step is put together from the bytes that each part wrote.
#pragma once

#include <memory>
#include <vector>

#include "frontend/dve/lower.h"
#include "model/program_system.h"

namespace weir::dve {

/// `writes`: of Lowered. `skipped`: number of a process that does not take part; kNoProcess: none.
std::unique_ptr<TransitionSystem> synchronous(std::unique_ptr<ProgramSystem> processes,
                                              const std::vector<std::vector<std::uint32_t>>& writes,
                                              std::int32_t skipped = kNoProcess);

/// What surrounds a property process.
struct PropertyParts {
  std::unique_ptr<TransitionSystem> beside;  ///< steps of the other processes
  std::unique_ptr<ProgramSystem> alone;      ///< of the property process
  std::unique_ptr<ProgramSystem> together;   ///< of both; nullptr: none
  std::uint32_t location = 0;                ///< where its location stands in a state
  std::uint32_t location_bytes = 1;
  LocationId stuck = 0;
  std::vector<Lowered::Range> variables;
};
std::unique_ptr<TransitionSystem> with_property(PropertyParts parts);

}  // namespace weir::dve
