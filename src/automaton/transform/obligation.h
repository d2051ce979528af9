// SPDX-License-Identifier: Apache-2.0
// Minimal weak deterministic Büchi automata of obligation properties.
//
// Dax, Eisinger, Klaedtke, "Mechanizing the Powerset Construction for Restricted Classes of ω-Automata" (ATVA 2007): if
// the language is an obligation, the subset construction, each of whose components is made accepting or not by trying
// one loop, recognises it. Löding, "Efficient minimization of deterministic weak ω-automata" (IPL 2001): components get
// colours from the bottom up, and with the states of even colour as final states the automaton is minimised as on
// finite words. At the end the candidate is compared with the language and its complement, so that the answer is exact
// for every input.
#pragma once

#include <optional>

#include "automaton/automaton.h"
#include "automaton/transform/powerset.h"

namespace weir {

/// The minimal weak deterministic automaton of `automaton`, complete, acceptance Inf(0), marks on states; nothing if
/// the language is not an obligation. `negation` accepts exactly the other words. Throws LimitReached if the subset
/// construction exceeds `limit`.
std::optional<Automaton> minimal_obligation(const Automaton& automaton, const Automaton& negation,
                                            std::uint32_t limit = 4096);
/// The same, where the subset graph of `automaton`, which must be trimmed, is known.
std::optional<Automaton> minimal_obligation(const Automaton& automaton, const Automaton& negation,
                                            const Powerset& sets);

}  // namespace weir
