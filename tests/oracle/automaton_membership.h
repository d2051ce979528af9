// SPDX-License-Identifier: Apache-2.0
// Does an automaton accept a word? Straight from the definition: the graph of (state, position) pairs, its transitive
// closure as a matrix, and every set of marks tried in turn. Slow and obvious; shares nothing with weir's searches.
#pragma once

#include "automaton/automaton.h"
#include "support/words.h"

namespace weir::test {

/// Bit i of a letter is the atom with variable i.
bool accepts_lasso(const Automaton& automaton, const LassoWord& word);
bool accepts_word(const Automaton& automaton, const Word& word);

}  // namespace weir::test
