// SPDX-License-Identifier: Apache-2.0
// Runs the reductions of automata in a useful order, as selected by `--simplify`.
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Effort : std::uint8_t {
  None,  ///< no change
  Low,   ///< trimmed, acceptance simplified, one forward simulation
  High,  ///< forward and backward simulation until nothing changes
};

/// Returns an automaton of the same language; generalised Büchi stays generalised Büchi.
Automaton simplified(const Automaton& automaton, Effort effort = Effort::High);
/// Further reductions of a simplified automaton that need its complement: `negation` accepts exactly the words that
/// `automaton` rejects. Returns the smallest of: the minimal weak deterministic automaton of an obligation, a
/// deterministic automaton of a recurrence, the automaton with merged states.
Automaton simplified_further(const Automaton& automaton, const Automaton& negation);

}  // namespace weir
