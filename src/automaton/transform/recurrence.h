// SPDX-License-Identifier: Apache-2.0
// Deterministic Büchi automata of recurrence properties, on the graph of the subset construction.
//
// An edge of the graph is made accepting, letter by letter, unless some cycle through it is a word outside the
// language; these edges are found in the product of the graph with an automaton of the complement: they are those
// inside its accepting components. Whatever is accepted then belongs to the language: a word outside ends up inside an
// accepting component of the product. Whether nothing is lost depends on the language (it must be a recurrence) and on
// the graph, and is decided by an emptiness check; compare Dax, Eisinger, Klaedtke (ATVA 2007), who look at cycles one
// by one.
#pragma once

#include <optional>

#include "automaton/automaton.h"
#include "automaton/transform/powerset.h"

namespace weir {

/// A deterministic automaton of the language of `automaton`, complete, acceptance Inf(0), on the graph `sets` of
/// `automaton`; nothing if that graph does not allow one. `negation` accepts exactly the other words, with generalised
/// Büchi acceptance (otherwise the answer is nothing).
std::optional<Automaton> buchi_on_powerset(const Automaton& automaton, const Automaton& negation, const Powerset& sets);

}  // namespace weir
