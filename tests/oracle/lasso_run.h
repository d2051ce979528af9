// SPDX-License-Identifier: Apache-2.0
// Decides whether a generalised Büchi automaton accepts a lasso, as a fixpoint (Emerson and Lei): the largest set of
// (state, position) pairs from each of which, for every mark, an edge with that mark back into the set is reachable
// inside it. Faster than automaton_membership.h, which supports any acceptance.
#pragma once

#include "automaton/automaton.h"
#include "support/words.h"

namespace weir::test {

/// Bit i of a letter is the atom with variable i.
bool generalized_buchi_accepts(const Automaton& automaton, const LassoWord& word);

}  // namespace weir::test
