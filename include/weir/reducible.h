// SPDX-License-Identifier: Apache-2.0
// What a TransitionSystem may declare about itself to enable --reduce. A system that knows its symmetry or its
// transitions implements these interfaces beside TransitionSystem. Models in C++ (model.h) have optional members for
// them; Petri nets know their transitions. All members may be called from several threads concurrently.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <weir/export.h>
#include <weir/transition_system.h>

namespace weir {

/// --reduce symmetry: each class of symmetric states has one representative. The declaration must be sound: if s leads
/// to t, then the representative of s leads to a state with the same representative as t, and conversely. The atoms of
/// a property must not distinguish symmetric states; the search checks this.
class WEIR_EXPORT SymmetricStates {
 public:
  virtual ~SymmetricStates() = default;
  virtual bool has_symmetry() const { return true; }
  /// Sets `out` to the representative of `state`.
  virtual void canonical(StateView state, std::vector<std::byte>& out) const = 0;
};

/// --reduce por: transitions, numbered 0..transition_count()-1, and their dependencies. A transition may have several
/// outcomes in a state; each is a step.
class WEIR_EXPORT KnownTransitions {
 public:
  virtual ~KnownTransitions() = default;
  /// Returns 0 if the transitions are unknown.
  virtual std::uint32_t transition_count() const = 0;
  /// Returns the transition of a step. Every step must have one: a number out of range ends the check.
  virtual std::uint32_t transition_of(const Step& step) const = 0;
  /// Appends all transitions that conflict with an enabled `transition`: one can disable the other or change its
  /// effect.
  virtual void conflicting(std::uint32_t transition, std::vector<std::uint32_t>& out) const = 0;
  /// Appends all transitions that firing `transition` can disable, or whose effect it can change.
  virtual void disturbed(std::uint32_t transition, std::vector<std::uint32_t>& out) const {
    conflicting(transition, out);
  }
  /// For a `transition` disabled in this state, appends a set of transitions one of which must fire before it is
  /// enabled.
  virtual void needed(std::uint32_t transition, StateView state, std::vector<std::uint32_t>& out) const = 0;
  /// Returns whether `transition` may change the truth value of an atom (the number returned by resolve()).
  virtual bool visible(std::uint32_t transition, std::uint32_t state_atom) const = 0;
  /// Returns whether `transition` may change an atom to `value`.
  virtual bool turns(std::uint32_t transition, std::uint32_t state_atom, bool /*value*/) const {
    return visible(transition, state_atom);
  }
  /// For an atom that does not have `value` in this state, appends a set of transitions one of which must fire before
  /// it does. Returns false if nothing more precise is known than all that `turns`.
  virtual bool towards(std::uint32_t /*state_atom*/, bool /*value*/, StateView, std::vector<std::uint32_t>&) const {
    return false;
  }
  /// Whether no step has a fault and every atom is defined in every state. Then a step need not be explored if it does
  /// not matter to the property.
  virtual bool never_fails() const { return false; }
  /// Sets further elements of `closing` until every cycle of states contains a step of a transition in `closing`.
  virtual void close_cycles(std::vector<bool>& closing) const = 0;
};

/// Values of atoms that are known without exploring the model.
class WEIR_EXPORT KnownValues {
 public:
  struct Literal {
    std::uint32_t state_atom = 0;
    bool value = true;
  };
  virtual ~KnownValues() = default;
  /// Returns true if it is proved that no reachable state gives all these atoms these values. Called before the search.
  virtual bool never(std::span<const Literal> literals) = 0;
};

}  // namespace weir
