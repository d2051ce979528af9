// SPDX-License-Identifier: Apache-2.0
// Merges equivalent states of deterministic automata; on finite words this gives the minimal deterministic automaton.
//
// Hopcroft's partition refinement ("An n log n algorithm for minimizing states in a finite automaton", 1971) with
// symbolic labels: instead of one splitter per letter, the states of a block are distinguished by the set of all
// letters (a BDD) that lead into the splitting block. When a block is split, all parts except the largest become
// splitters; the edges into the last part follow from the others.
#pragma once

#include <cstdint>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/limits.h"

namespace weir {

/// Merges states of a deterministic, complete automaton that no word distinguishes by the `kind` of the states it leads
/// to. The states of the result are the reachable classes. Marks must be determined by the kind.
Automaton merged_by_kind(const Automaton& automaton, const std::vector<std::uint32_t>& kind);

/// As above, where two states are of one kind if their edges have the same marks for each letter: no word distinguishes
/// the runs of merged states.
Automaton merged_by_marks(const Automaton& automaton);

/// Finite words: the minimal deterministic complete automaton of the language. Throws LimitReached if the subset
/// construction of a nondeterministic automaton exceeds `limit`.
Automaton minimal_finite(const Automaton& automaton, std::uint32_t limit = kDefaultStateLimit);

/// Removes states from which no word is accepted (except the initial state) and numbers the rest breadth-first.
/// Requires a deterministic automaton on finite words.
Automaton minimized_dfa(const Automaton& automaton);

}  // namespace weir
