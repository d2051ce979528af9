// SPDX-License-Identifier: Apache-2.0
// The smallest deterministic automaton of a language of finite words.
//
// Hopcroft's partition refinement ("An n log n algorithm for minimizing states in a finite automaton", 1971) with
// symbolic labels: instead of one splitter per letter, the states of a block are told apart by the set of all letters,
// a BDD, that lead them into the splitting block. A block that falls apart hands all its pieces but the largest on as
// splitters: what leads into the last one is then known too.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// States from which no word is accepted are left out (the initial state stays), the others numbered breadth-first.
/// Requires a deterministic automaton on finite words.
Automaton minimized_dfa(const Automaton& automaton);

}  // namespace weir
