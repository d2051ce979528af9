// SPDX-License-Identifier: Apache-2.0
// Intersection and union of automata over one atom space.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Accepts what both accept: pairs of states, the marks of both, the conjunction of the conditions. Finite words: both
/// must end.
Automaton intersection(const Automaton& left, const Automaton& right);
/// Accepts what either accepts: the disjoint union, nondeterministic.
Automaton union_of(const Automaton& left, const Automaton& right);
/// Accepts what either accepts: pairs of states of the completed operands, deterministic if both are.
Automaton union_product(const Automaton& left, const Automaton& right);

}  // namespace weir
