// SPDX-License-Identifier: Apache-2.0
// Reduces acceptance sets and removes marks that do not matter.
//
// Marks matter only on edges inside accepting components. For generalised Büchi, each component is simplified
// separately: a mark on every edge of the component, or on every edge that carries another mark, is redundant; a
// component whose cycles are all accepting needs no marks. The automaton keeps as many sets as its most demanding
// component. For other conditions, unused, absent and duplicate marks are removed.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// Returns an automaton of the same language and graph; only marks and condition change (edges that become equal are
/// merged).
Automaton with_simplified_acceptance(const Automaton& automaton);

}  // namespace weir
