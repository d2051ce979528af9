// SPDX-License-Identifier: Apache-2.0
// AtomBinding: the letters of an automaton as a model evaluates them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/transition_system.h>

#include "automaton/property_automaton.h"

namespace weir {

/// The letter of a state, without the atoms that depend on the step.
struct StateLetter {
  Letter letter = 0;
  Letter undefined = 0;  ///< atoms without value; not in the letter
};

/// The model's numbers of the automaton's atoms, in the order of the letter's bits.
struct AtomBinding {
  struct Bound {
    std::uint32_t id = 0;
    Letter bit = 0;
  };
  std::vector<Bound> states;
  std::vector<std::uint32_t> state_ids;  ///< the ids in `states`
  std::vector<Bound> events;
  Letter dead = 0;  ///< the bit of `dead`; 0 if the property does not mention it
  Letter tau = 0;

  /// Whether the letter also depends on the step.
  bool sees_steps() const { return !events.empty() || tau != 0; }
  StateLetter letter_of_state(const TransitionSystem& system, StateView state) const {
    return letter_of(system.letter(state_ids, state));
  }
  StateLetter letter_of(const AtomBits& bits) const;
  Letter letter_of_step(const TransitionSystem& system, StateView state, const Step& step) const;
};
Expected<AtomBinding> bind_atoms(TransitionSystem& system, const std::vector<std::string>& atoms);

}  // namespace weir
