// SPDX-License-Identifier: Apache-2.0
// Partial-order reduction by strong stubborn sets (Valmari 1989; Godefroid 1996) on the steps of a Program.
//
// A stubborn set of a state is a set of transitions, closed so that
//   - with an enabled transition, it contains all that conflict with it, directly or through what their process must do
//     first to get there;
//   - with a disabled transition, it contains everything that could enable it.
// No sequence of steps from outside can then disturb the enabled steps of the set, and exploring these alone reaches
// every deadlock. Sets are grown from each process that can move; the one with the fewest steps is taken.
//
// The choice depends on the state alone. With `Proviso::Static`, a set is taken only if none of its steps is visible
// (may change an atom of the property) or sticky. Every cycle of a process contains a step that is sticky, visible, or
// depends on everything, so every cycle of the reduced graph has a fully expanded state (Kurshan, Levin, Minea, Peled
// and Yenigün 1998). This works for every search, whatever its order or store, and however often it revisits a state.
// The problem that Siegel (CAV 2019) found with choices made in the product does not arise: the reduced model is one
// model. With `Proviso::BySearch` the search ensures that no step is postponed forever; with `Proviso::None` only
// deadlocks are preserved.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "base/memory/scratch_pool.h"
#include "model/machine.h"
#include "reduction/partial_order/sleepers.h"
#include "reduction/partial_order/step_analysis.h"
#include "reduction/partial_order/stubborn_set.h"

namespace weir {

class PartialOrder {
 public:
  /// `atoms`: the code of the property's atoms.
  PartialOrder(const Program& program, StateView initial, const std::vector<CodeRef>& atoms,
               const std::vector<WatchedProgram::Operation>& watched = {});
  ~PartialOrder();

  /// Why no reduction is possible; empty if it may be.
  const std::string& obstacle() const { return analysis_.obstacle(); }

  /// Moves the steps of a stubborn set to the front; `successors` are all of the state. Returns the number of steps in
  /// the set: all, if there is no smaller set. `rest`: keep the other steps behind them.
  std::size_t reduce(StateView state, SuccessorBuffer& successors, Proviso proviso, bool rest = true) const;

  /// Computes a Sleeper for each step of a state. `undisturbed` refers to sleepers with a step in this state.
  void sleepers(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out) const;

 private:
  struct Scratch;
  using Pool = ScratchPool<Scratch>;
  Pool::Lease lease() const;

  StepAnalysis analysis_;
  Visibility visibility_;
  MachineTables tables_;
  SleeperNumbers sleeper_numbers_;
  mutable Pool pool_;
};

}  // namespace weir
