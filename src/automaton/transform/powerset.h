// SPDX-License-Identifier: Apache-2.0
// The subset construction (Rabin and Scott 1959) with symbolic letters.
#pragma once

#include <cstdint>
#include <vector>

#include "automaton/automaton.h"
#include "automaton/limits.h"

namespace weir {

struct Powerset {
  Automaton automaton;                              ///< deterministic and complete, without marks
  std::vector<std::vector<Automaton::State>> sets;  ///< per state: the set of states it represents, sorted
};

/// The deterministic graph of the reachable sets of states. On finite words it accepts the same language. Throws
/// LimitReached beyond `limit` states.
Powerset powerset(const Automaton& automaton, std::uint32_t limit = kDefaultStateLimit);

}  // namespace weir
