// SPDX-License-Identifier: Apache-2.0
// Partial-order reduction by strong stubborn sets (Valmari 1989; Godefroid 1996) on the steps of a Program.
//
// A stubborn set of a state is a set of transitions, closed so that
//   - with a possible one, all that conflict with it are in the set: at once, or by way of what their process must do
//     first to get there;
//   - with one that is not possible, whatever could make it so is in the set.
// Then no sequence of steps from outside can disturb the set's possible steps, and exploring those alone reaches every
// deadlock. Sets are grown from each process that can move; the one with the fewest steps is taken.
//
// The choice is a function of the state alone. With `Proviso::Static`, a set is taken only if none of its steps is
// visible (may change an atom of the property) or sticky: every cycle of a process meets a step that is sticky,
// visible, or depends on everything, so that every cycle of the reduced graph has a state that is fully expanded
// (Kurshan, Levin, Minea, Peled and Yenigün 1998). No search has to be asked, whatever its order, its store, and
// however often it comes back to a state; and what Siegel (CAV 2019) found wrong with choices made in the product does
// not arise: the reduced model is one model. With `Proviso::BySearch` the search itself sees to it that no step is put
// off for ever; with `Proviso::None` deadlocks are kept, nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "base/memory/scratch_pool.h"
#include "model/machine.h"
#include "reduction/partial_order/step_analysis.h"

namespace weir {

enum class Proviso : std::uint8_t { Static, BySearch, None };

class PartialOrder {
 public:
  /// `atoms`: the code of the atoms that a property looks at.
  PartialOrder(const Program& program, StateView initial, const std::vector<CodeRef>& atoms,
               const std::vector<WatchedProgram::Operation>& watched = {});
  ~PartialOrder();

  /// Why there is nothing to be gained; empty: there may be.
  const std::string& obstacle() const { return analysis_.obstacle(); }

  /// Puts the steps of a stubborn set first; `successors` are all of the state. Gives how many steps the set has: all,
  /// if there is no smaller set. `rest`: the other steps are wanted behind them.
  std::size_t reduce(StateView state, SuccessorBuffer& successors, Proviso proviso, bool rest = true) const;

  /// For sleep sets. What sleeps is a transition of a process where it stands, or a few of them together: one bit each.
  struct Sleeper {
    std::uint64_t self = 0;         ///< what the step belongs to; 0: it never sleeps
    std::uint64_t undisturbed = 0;  ///< those of other processes that have the same steps, with the same effects,
                                    ///< before and after this step, and the order does not matter
  };
  /// For each step of a state. `undisturbed` is about those that have a step in this state.
  void sleepers(StateView state, const SuccessorBuffer& successors, std::vector<Sleeper>& out) const;

 private:
  struct Scratch;
  class Closure;
  using Pool = ScratchPool<Scratch>;
  Pool::Lease lease() const;

  StepAnalysis analysis_;
  Visibility visibility_;
  MachineTables tables_;
  void number_sleepers();
  std::vector<bool> without_end_;            ///< locations from which control may be kept for ever
  std::vector<char> told_by_steps_;          ///< by location: what is possible there shows in the steps
  std::uint32_t sleepers_each_ = 1;          ///< bits of one process
  std::vector<std::uint8_t> sleeper_;        ///< by transition, among those of its process
  std::vector<std::uint8_t> chain_sleeper_;  ///< by location: of steps of several transitions
  mutable Pool pool_;
};

}  // namespace weir
