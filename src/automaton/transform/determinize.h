// SPDX-License-Identifier: Apache-2.0
// Deterministic automata of ω-regular languages.
//
// Safra trees, in the compact form of Piterman, "From Nondeterministic Büchi and Streett Automata to Deterministic
// Parity Automata" (LICS 2006), with marks on transitions (Redziejowski, "An improved construction of deterministic
// omega-automaton using derivatives", 2012). A macro-state gives each state that the word may have led to the path of
// nodes from the root of the tree to the node that holds it; nodes are named by age, 0 is the root. Reading a letter:
//   - an accepting edge puts its destination into a new youngest child of the node;
//   - a state that several edges lead to goes the way of the oldest node, and of equals the deeper one;
//   - a node all of whose states are in children swallows them: good, colour 2*name;
//   - a node without states dies, and younger names move up: bad, colour 2*name - 1;
//   - the smallest colour of a step is its mark; a run is accepting if the smallest colour met infinitely often is
//   even.
#pragma once

#include "automaton/automaton.h"
#include "automaton/limits.h"

namespace weir {

/// A deterministic automaton of the same language: the automaton itself where it is deterministic, a subset
/// construction on finite words, otherwise a parity automaton (min even; marks compacted). Not complete in general.
/// Throws LimitReached.
Automaton determinized(const Automaton& automaton, std::uint32_t limit = 1 << 16);

/// Inf(0) | (Fin(1) & (Inf(2) | ...)) with `colours` colours; runs without any colour are rejected.
Acceptance parity_min_even(std::uint32_t colours);

}  // namespace weir
