// SPDX-License-Identifier: Apache-2.0
// What a TransitionSystem may tell about itself so that --reduce has something to work with. A system that knows its
// symmetry or its transitions inherits these beside TransitionSystem; models in C++ (model.h) have optional members
// for them, nets know their transitions. All members may be called from several threads at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

/// --reduce symmetry: states that are alike have one state that stands for them. What is said must be true: if s leads
/// to t, then the state that stands for s leads to one that has the same state standing for it as t has, and the other
/// way round; and atoms that a property uses cannot tell them apart (this is watched during the search).
class SymmetricStates {
 public:
  virtual ~SymmetricStates() = default;
  virtual bool has_symmetry() const { return true; }
  /// Sets `out` to the state that stands for `state`.
  virtual void canonical(StateView state, std::vector<std::byte>& out) const = 0;
};

/// --reduce por: transitions, numbered 0..transition_count()-1, and how they depend on each other. A transition may
/// have several outcomes in a state; each is a step.
class KnownTransitions {
 public:
  virtual ~KnownTransitions() = default;
  /// 0: nothing is known.
  virtual std::uint32_t transition_count() const = 0;
  /// Which one a step of the system belongs to. All steps must belong to one: a number out of range ends the check.
  virtual std::uint32_t transition_of(const Step& step) const = 0;
  /// Appends those that could disable a possible one, be disabled by it, or change what it does, or the other way
  /// round.
  virtual void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const = 0;
  /// Appends, for one that is not possible in this state, transitions of which one must come first to make it so.
  virtual void needed(std::uint32_t transition, StateView state, std::vector<std::uint32_t>& out) const = 0;
  /// Whether it may change the truth of an atom, by the number that resolve() gave it.
  virtual bool visible(std::uint32_t transition, std::uint32_t state_atom) const = 0;
  /// Sets more elements of `closing` so that every cycle of states has a step of one that is set.
  virtual void close_cycles(std::vector<bool>& closing) const = 0;
};

}  // namespace weir
