// SPDX-License-Identifier: Apache-2.0
// Does an automaton accept a word? Its runs on the word are followed, so that what a construction claims of a word can
// be judged without it.
#pragma once

#include "automaton/analysis/emptiness.h"
#include "automaton/automaton.h"

namespace weir {

/// The word that is meant is the one in which atoms are false where a label leaves them open. On infinite words the
/// cycle must not be empty.
bool accepts_word(const Automaton& automaton, const WitnessWord& word);

}  // namespace weir
