// SPDX-License-Identifier: Apache-2.0
// Partial-order reduction for systems that know their transitions (weir/reducible.h): nets, and C++ models with
// footprints. Strong stubborn sets (Valmari 1989), grown from possible transitions: a possible one brings those that it
// conflicts with, one that is not possible brings those that could make it so. The smallest set found is explored.
//
// For formulas no step of the set may be visible or closing: every cycle of states has a step that is one or the other,
// so on every cycle some state is fully expanded. The choice is a function of the state alone, as in partial_order.h,
// and so it fits every search. Deadlocks alone need neither.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include <weir/reducible.h>

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

  /// Transitions that a reduced set may have.
  std::uint32_t free_transitions() const { return free_; }
  /// Of the steps of the first states, the share that is explored: how much there is to be gained.
  double explored_share() const;
  /// A step belonged to no transition that is known: then nothing that was found means anything.
  bool met_unknown() const { return met_unknown_; }

 private:
  struct Scratch;
  /// Chooses among the successors of a state in `scratch.all`: the transitions to explore are in `scratch.best`, and
  /// their steps are counted. All of them: none are in `best`.
  std::size_t choose(StateView state, Scratch& scratch) const;
  std::unique_ptr<Scratch> borrow() const;
  void give_back(std::unique_ptr<Scratch> scratch) const;
  const std::vector<std::uint32_t>& conflicts(std::uint32_t transition, Scratch& scratch) const;
  /// Grows the set of one possible transition; gives how many steps it has, or kTooMany.
  std::size_t close(std::uint32_t seed, StateView state, Scratch& scratch, std::size_t below) const;

  const KnownTransitions& transitions_;
  std::vector<bool> kept_;  ///< visible or closing: not in a reduced set
  std::uint32_t free_ = 0;
  std::vector<std::vector<std::uint32_t>> conflicts_;  ///< by transition; empty: they are too many to keep
  mutable std::atomic<bool> met_unknown_{false};
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Scratch>> idle_;
};

}  // namespace weir
