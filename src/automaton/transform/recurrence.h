// SPDX-License-Identifier: Apache-2.0
// Deterministic Büchi automata of recurrence properties, on the graph of the subset construction.
//
// An edge of the graph becomes accepting, letter by letter, unless some cycle through it is a word outside the
// language. Such edges lie inside the accepting components of the product of the graph with an automaton of the
// complement. The result accepts only words of the language: a word outside ends up inside an accepting component of
// the product. Whether it accepts all of them depends on the language (it must be a recurrence) and on the graph; an
// emptiness check decides. Compare Dax, Eisinger, Klaedtke (ATVA 2007), who examine cycles one by one.
#pragma once

#include <optional>

#include "automaton/automaton.h"
#include "automaton/transform/powerset.h"

namespace weir {

/// Returns a complete deterministic automaton of the language of `automaton` with acceptance Inf(0), on its subset
/// graph `sets`; nothing if that graph does not allow one. `negation` accepts exactly the complement and must be
/// generalised Büchi (otherwise the result is nothing).
std::optional<Automaton> buchi_on_powerset(const Automaton& automaton, const Automaton& negation, const Powerset& sets);

}  // namespace weir
