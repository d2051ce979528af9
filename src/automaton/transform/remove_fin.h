// SPDX-License-Identifier: Apache-2.0
// Any acceptance as generalised Büchi. The condition is written as a disjunction of cases "these marks finitely often,
// those infinitely often"; for each case a copy of every component, without the edges of the first marks, may be
// entered at any time (the classical translation of Rabin to Büchi automata, as in Bloemen, Duret-Lutz, van de Pol,
// "Model checking with generalized Rabin and Fin-less automata", STTT 2019). Nondeterministic unless there was no Fin.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// The same language with acceptance Inf(0) & ... & Inf(n-1).
Automaton without_fin(const Automaton& automaton);

}  // namespace weir
