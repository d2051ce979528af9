// SPDX-License-Identifier: Apache-2.0
// Leaves out what no accepting run needs.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Only states that an initial state reaches and that reach an accepting cycle (finite words: a state in which the word
/// may end), numbered in breadth-first order from the initial states. Initial states stay, be it without edges, so
/// that an automaton with an initial state keeps one.
Automaton trimmed(const Automaton& automaton);
/// Only what is reachable, numbered likewise.
Automaton reachable_part(const Automaton& automaton);

}  // namespace weir
