// SPDX-License-Identifier: Apache-2.0
// Removes states that no accepting run uses.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Keeps the states that are reachable and from which an accepting cycle is reachable (finite words: a state in which
/// the word may end), numbered breadth-first from the initial states. An automaton with an initial state keeps one,
/// possibly without edges.
Automaton trimmed(const Automaton& automaton);
/// Keeps the reachable states, numbered likewise.
Automaton reachable_part(const Automaton& automaton);

}  // namespace weir
