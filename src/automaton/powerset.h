// SPDX-License-Identifier: Apache-2.0
// The subset construction (Rabin and Scott 1959), letters taken symbolically, and minimisation of deterministic
// automata by partition refinement (Moore 1956; each round hashes a state's edges by class, so a round is linear in the
// edges).
#pragma once

#include <cstdint>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/limits.h"

namespace weir {

struct Powerset {
  Automaton automaton;                              ///< deterministic and complete, without marks
  std::vector<std::vector<Automaton::State>> sets;  ///< by state: the states it stands for, sorted
};

/// Deterministic graph of the sets of states that words lead to. On finite words it accepts the same language. Throws
/// AutomatonTooLarge beyond `limit` states.
Powerset powerset(const Automaton& automaton, std::uint32_t limit = kDefaultStateLimit);

/// Merges equivalent states of a deterministic and complete automaton: those that no word tells apart, by `kind` of the
/// states it leads to. The result's states are the classes, reachable ones only.
Automaton merged_by_kind(const Automaton& automaton, const std::vector<std::uint32_t>& kind);

/// Finite words: the minimal deterministic complete automaton of the language.
Automaton minimal_finite(const Automaton& automaton, std::uint32_t limit = kDefaultStateLimit);

}  // namespace weir
