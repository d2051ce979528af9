// SPDX-License-Identifier: Apache-2.0
// Does a generalised Büchi automaton accept a lasso? As a fixpoint, after Emerson and Lei: the largest set of (state,
// position) pairs from each of which, for every mark, an edge with that mark back into the set can be reached inside
// it. Quicker than automaton_membership.h, which takes any acceptance.
#pragma once

#include "automaton/automaton.h"
#include "support/words.h"

namespace weir::test {

/// Bit i of a letter is the atom with variable i.
bool generalized_buchi_accepts(const Automaton& automaton, const LassoWord& word);

}  // namespace weir::test
