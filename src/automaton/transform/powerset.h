// SPDX-License-Identifier: Apache-2.0
// The subset construction (Rabin and Scott 1959), letters taken symbolically.
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
/// LimitReached beyond `limit` states.
Powerset powerset(const Automaton& automaton, std::uint32_t limit = kDefaultStateLimit);

}  // namespace weir
