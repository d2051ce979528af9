// SPDX-License-Identifier: Apache-2.0
// Reduction by direct simulation, forward and backward.
//
// t simulates s if t can answer every edge of s, letter by letter, with an edge that has at least the Inf-marks and at
// most the Fin-marks, and leads to a state that simulates where s went. States that simulate each other are merged, and
// of two edges on a letter only the better one stays. Backward, the same on incoming edges; initial states are
// simulated by initial states only. (Somenzi and Bloem, CAV 2000; Babiak, Badie, Duret-Lutz, Křetínský, Strejček, SPIN
// 2013, section 4, who compute it by signatures.)
//
// The relation is a table of pairs from which those that fail are struck out until nothing changes; letters are sets,
// so one edge may be answered by several. Signatures, one BDD for all edges of a state, take exponential space on
// states with many incoming edges; the table takes the square of the states.
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Direction : std::uint8_t { Forward, Backward };

/// The same language; never more states, seldom more edges. Automata too large for the table come back
/// as they are. Finite words: forward only looks at where words may end as well.
Automaton reduced_by_simulation(const Automaton& automaton, Direction direction = Direction::Forward);

}  // namespace weir
