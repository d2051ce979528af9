// SPDX-License-Identifier: Apache-2.0
// Equivalent states of deterministic automata, and so the smallest deterministic automaton of a language of finite
// words.
//
// Hopcroft's partition refinement ("An n log n algorithm for minimizing states in a finite automaton", 1971) with
// symbolic labels: instead of one splitter per letter, the states of a block are told apart by the set of all letters,
// a BDD, that lead them into the splitting block. A block that falls apart hands all its pieces but the largest on as
// splitters: what leads into the last one is then known too.
#pragma once

#include <cstdint>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/limits.h"

namespace weir {

/// Merges equivalent states of a deterministic and complete automaton: those that no word tells apart, by `kind` of the
/// states it leads to. The result's states are the classes, reachable ones only. Marks must follow from the kind.
Automaton merged_by_kind(const Automaton& automaton, const std::vector<std::uint32_t>& kind);

/// The same, where states are of one kind if their edges have the same marks, letter by letter: no word tells the runs
/// of merged states apart.
Automaton merged_by_marks(const Automaton& automaton);

/// Finite words: the minimal deterministic complete automaton of the language. Throws LimitReached where the
/// subset construction of a nondeterministic one exceeds `limit`.
Automaton minimal_finite(const Automaton& automaton, std::uint32_t limit = kDefaultStateLimit);

/// States from which no word is accepted are left out (the initial state stays), the others numbered breadth-first.
/// Requires a deterministic automaton on finite words.
Automaton minimized_dfa(const Automaton& automaton);

}  // namespace weir
