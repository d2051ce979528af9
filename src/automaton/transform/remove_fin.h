// SPDX-License-Identifier: Apache-2.0
// Converts any acceptance condition to generalised Büchi. The condition is written as a disjunction of cases "these
// marks finitely often, those infinitely often". Each case has a copy of every component without the edges of the first
// marks, which may be entered at any time (the classical translation of Rabin to Büchi automata, as in Bloemen,
// Duret-Lutz, van de Pol, "Model checking with generalized Rabin and Fin-less automata", STTT 2019). The result is
// nondeterministic unless there was no Fin.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Returns an automaton of the same language with acceptance Inf(0) & ... & Inf(n-1).
Automaton without_fin(const Automaton& automaton);

}  // namespace weir
