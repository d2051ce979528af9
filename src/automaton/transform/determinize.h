// SPDX-License-Identifier: Apache-2.0
// Determinisation of ω-automata.
//
// Safra trees, in the compact form of Piterman, "From Nondeterministic Büchi and Streett Automata to Deterministic
// Parity Automata" (LICS 2006), with marks on transitions (Redziejowski, "An improved construction of deterministic
// omega-automaton using derivatives", 2012). A macro-state maps each reachable state to the path of nodes from the root
// of the tree to the node that holds it; nodes are named by age, 0 is the root. Reading a letter:
//   - an accepting edge puts its destination into a new youngest child of the node;
//   - a state with several incoming edges follows the oldest node, and of equals the deeper one;
//   - a node whose states are all in children absorbs them: good, colour 2*name;
//   - a node without states is removed, and younger names move up: bad, colour 2*name - 1;
//   - the mark of a step is its smallest colour; a run accepts if its smallest recurring colour is even.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Returns a deterministic automaton of the same language: the input if it is deterministic, a subset construction on
/// finite words, otherwise a parity automaton (min even; marks compacted). Not complete in general. Throws
/// LimitReached.
Automaton determinized(const Automaton& automaton, std::uint32_t limit = 1 << 16);

/// Inf(0) | (Fin(1) & (Inf(2) | ...)) with `colours` colours; runs without any colour reject.
Acceptance parity_min_even(std::uint32_t colours);

}  // namespace weir
