// SPDX-License-Identifier: Apache-2.0
// Reduction by direct simulation, forward and backward, on signatures.
//
// t simulates s if t can answer every edge of s, letter by letter, with an edge that has at least the Inf-marks and at
// most the Fin-marks, and leads to a state that simulates where s went. States that simulate each other are merged, and
// of two edges on a letter only the better one stays. Backward, the same on incoming edges; initial states are
// simulated by initial states only. (Babiak, Badie, Duret-Lutz, Křetínský, Strejček, SPIN 2013, section 4; Somenzi and
// Bloem, CAV 2000.)
//
// The relation is computed as the paper does: the signature of a state is the BDD
//     OR over edges   label & (marks not carried) & (classes that simulate the destination)
// in which all but the label occurs positively, so that "is simulated by" is implication of signatures; classes are
// refined by their signatures until nothing changes.
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Direction : std::uint8_t { Forward, Backward };

/// The same language; never more states, seldom more edges. Automata too large for the signatures' variables come back
/// as they are. Finite words: forward only looks at where words may end as well.
Automaton reduced_by_simulation(const Automaton& automaton, Direction direction = Direction::Forward);

}  // namespace weir
