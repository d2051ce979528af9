// SPDX-License-Identifier: Apache-2.0
// Decides whether an automaton accepts a word, directly by the definition: builds the graph of (state, position) pairs
// and its transitive closure as a matrix, and tries every set of marks. Slow and simple; shares nothing with weir's
// searches.
#pragma once

#include "automaton/automaton.h"
#include "support/words.h"

namespace weir::test {

/// Bit i of a letter is the atom with variable i.
bool accepts_lasso(const Automaton& automaton, const LassoWord& word);
bool accepts_word(const Automaton& automaton, const Word& word);

}  // namespace weir::test
