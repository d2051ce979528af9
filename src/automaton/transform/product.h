// SPDX-License-Identifier: Apache-2.0
// Intersection and union of automata over one atom space.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Accepts what both accept: pairs of states, marks of both, the conditions conjoined. Finite words: both may end.
Automaton intersection(const Automaton& left, const Automaton& right);
/// Accepts what one of them accepts: both side by side, nondeterministically.
Automaton union_of(const Automaton& left, const Automaton& right);
/// Accepts what one of them accepts: pairs of states of the completed operands, so that it is deterministic if they
/// are.
Automaton union_product(const Automaton& left, const Automaton& right);

}  // namespace weir
