// SPDX-License-Identifier: Apache-2.0
// Partial-order reduction for systems that know their transitions (weir/reducible.h): nets, and C++ models with
// footprints. Strong stubborn sets are grown from enabled transitions (stubborn_closure.h). The smallest set found is
// explored.
//
// For formulas, no step of the set may be visible or closing: every cycle of states has a visible or closing step, so
// some state of every cycle is fully expanded. As in partial_order.h, the choice depends on the state alone and thus
// fits every search. Deadlock checks need neither condition.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include <weir/reducible.h>

#include "base/memory/scratch_pool.h"
#include "reduction/partial_order/stubborn_closure.h"
#include "reduction/wrapped_system.h"

namespace weir {

class StubbornSystem final : public WrappedSystem {
 public:
  /// `atoms`: state atoms of the property.
  StubbornSystem(TransitionSystem& system, const KnownTransitions& transitions, const std::vector<std::uint32_t>& atoms,
                 bool deadlocks_alone);
  ~StubbornSystem() override;

  void initial_states(SuccessorBuffer& out) const override { system_.initial_states(out); }
  void successors(StateView state, SuccessorBuffer& out) const override;

  /// The number of transitions that a reduced set may contain.
  std::uint32_t free_transitions() const { return free_; }
  /// The share of steps explored in the first states: an estimate of the gain.
  double explored_share() const;
  /// Whether a step belonged to no known transition: all results are then invalid.
  bool met_unknown() const { return met_unknown_; }

 private:
  struct Scratch;
  /// Chooses among the successors of a state in `scratch.all`: sets `scratch.best` to the transitions to explore and
  /// returns the number of their steps. `best` is empty if all must be explored.
  std::size_t choose(StateView state, Scratch& scratch) const;
  using Pool = ScratchPool<Scratch>;
  Pool::Lease lease() const;

  const KnownTransitions& transitions_;
  std::vector<bool> kept_;  ///< visible or closing: not allowed in a reduced set
  std::uint32_t free_ = 0;
  StubbornClosure closure_;
  mutable std::atomic<bool> met_unknown_{false};
  mutable Pool pool_;
};

}  // namespace weir
