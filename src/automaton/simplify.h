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
/// The same, and where the language is an obligation, the minimal weak deterministic automaton if it is not larger.
/// `negation` accepts exactly the words that `automaton` does not.
Automaton simplified(const Automaton& automaton, const Automaton& negation, Effort effort = Effort::High);

}  // namespace weir
