// SPDX-License-Identifier: Apache-2.0
// Reduction by direct simulation, forward and backward.
//
// t simulates s if t can match every edge of s, letter by letter, with an edge that has at least the Inf marks and at
// most the Fin marks and leads to a state that simulates the destination of s. States that simulate each other are
// merged, and of two edges on a letter only the better one is kept. Backward simulation is the same on incoming edges;
// initial states are simulated by initial states only. (Somenzi and Bloem, CAV 2000; Babiak, Badie, Duret-Lutz,
// Křetínský, Strejček, SPIN 2013, section 4, who compute it by signatures.)
//
// The relation is a table of pairs; failing pairs are removed until a fixpoint. Letters are sets, so several edges
// together may match one edge. Signatures (one BDD for all edges of a state) take exponential space on states with many
// incoming edges; the table is quadratic in the number of states.
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Direction : std::uint8_t { Forward, Backward };

/// Returns an automaton of the same language, with at most as many states and rarely more edges. Automata too large for
/// the table are returned unchanged. On finite words, forward simulation also compares where words may end.
Automaton reduced_by_simulation(const Automaton& automaton, Direction direction = Direction::Forward);

}  // namespace weir
