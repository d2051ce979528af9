// SPDX-License-Identifier: Apache-2.0
// All reductions in the order that pays: what `--simplify` chooses.
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Effort : std::uint8_t {
  None,  ///< as it is
  Low,   ///< trimmed, acceptance simplified, one forward simulation
  High,  ///< forward and backward simulation until nothing changes
};

/// The same language; generalised Büchi stays generalised Büchi.
Automaton simplified(const Automaton& automaton, Effort effort = Effort::High);
/// What can be done beyond that with an automaton that is simplified already, if the complement is at hand: `negation`
/// accepts exactly the words that `automaton` does not. The minimal weak deterministic automaton of an obligation, a
/// deterministic automaton of a recurrence, or the automaton with states merged, whichever is smallest.
Automaton simplified_further(const Automaton& automaton, const Automaton& negation);

}  // namespace weir
