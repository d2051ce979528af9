// SPDX-License-Identifier: Apache-2.0
// Runs the reductions of automata in a useful order, as selected by `--simplify`.
#pragma once

#include <weir/options.h>

#include "automaton/automaton.h"

namespace weir {

/// Returns an automaton of the same language; generalised Büchi stays generalised Büchi.
Automaton simplified(const Automaton& automaton, SimplifyLevel level = SimplifyLevel::High);
/// Further reductions of a simplified automaton that need its complement: `negation` accepts exactly the words that
/// `automaton` rejects. Returns the smallest of: the minimal weak deterministic automaton of an obligation, a
/// deterministic automaton of a recurrence, the automaton with merged states.
Automaton simplified_further(const Automaton& automaton, const Automaton& negation);

}  // namespace weir
