// SPDX-License-Identifier: Apache-2.0
// Decides whether an automaton accepts a word by following its runs, so that the result of a construction can be
// checked independently.
#pragma once

#include "automaton/analysis/emptiness.h"
#include "automaton/automaton.h"

namespace weir {

/// Atoms that a label leaves open count as false. On infinite words the cycle must not be empty.
bool accepts_word(const Automaton& automaton, const WitnessWord& word);

}  // namespace weir
