// SPDX-License-Identifier: Apache-2.0
// Minimal weak deterministic Büchi automata of obligation properties.
//
// Dax, Eisinger, Klaedtke, "Mechanizing the Powerset Construction for Restricted Classes of ω-Automata" (ATVA 2007): if
// the language is an obligation, it is recognised by the subset construction in which each component is accepting or
// rejecting according to one loop. Löding, "Efficient minimization of deterministic weak ω-automata" (IPL 2001):
// components are coloured bottom-up, and with the states of even colour as final states the automaton is minimised as
// on finite words. Finally the candidate is compared with the language and its complement, so the answer is exact for
// every input.
#pragma once

#include <optional>

#include "automaton/automaton.h"
#include "automaton/transform/powerset.h"

namespace weir {

/// Returns the minimal weak deterministic automaton of `automaton`: complete, acceptance Inf(0), state marks. Returns
/// nothing if the language is not an obligation. `negation` accepts exactly the complement. Throws LimitReached if the
/// subset construction exceeds `limit`.
std::optional<Automaton> minimal_obligation(const Automaton& automaton, const Automaton& negation,
                                            std::uint32_t limit = 4096);
/// As above, given the subset graph of `automaton`, which must be trimmed.
std::optional<Automaton> minimal_obligation(const Automaton& automaton, const Automaton& negation,
                                            const Powerset& sets);

}  // namespace weir
