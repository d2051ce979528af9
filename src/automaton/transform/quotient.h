// SPDX-License-Identifier: Apache-2.0
// Merging states as long as the language stays the same.
//
// Merging states never loses words: a run of the automaton is a run of the quotient, with the same marks. It adds words
// unless the quotient is still disjoint from an automaton of the complement. Pairs are tried one by one. Most are
// excluded beforehand: if p is reachable together with a state of the complement from which q accepts something,
// merging p and q accepts a word outside the language.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Returns an automaton of the same language with at most as many states, by greedily merging pairs. `negation` accepts
/// exactly the complement.
Automaton merged_while_disjoint(const Automaton& automaton, const Automaton& negation);

}  // namespace weir
