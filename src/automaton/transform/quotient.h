// SPDX-License-Identifier: Apache-2.0
// Merging states as long as the language stays the same.
//
// Whichever states are merged, no word is lost: a run of the automaton is a run of the quotient, with the same marks.
// Words are gained, unless the quotient is still disjoint from an automaton of the complement. Pairs are tried one by
// one. Most are ruled out beforehand: if p can be reached together with a state of the complement from which q accepts
// something, merging p and q accepts a word outside.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// The same language, never more states; as small as merging one pair after the other makes it. `negation` accepts
/// exactly the words that `automaton` does not.
Automaton merged_while_disjoint(const Automaton& automaton, const Automaton& negation);

}  // namespace weir
