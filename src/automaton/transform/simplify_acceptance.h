// SPDX-License-Identifier: Apache-2.0
// Fewer acceptance sets, and marks only where they matter.
//
// Marks count only on edges inside accepting components. For generalised Büchi each component is looked at by itself: a
// mark that is on every edge of the component, or on every edge that carries another mark, asks for nothing more; a
// component all of whose cycles are accepting needs none. The automaton keeps as many sets as its most demanding
// component. For other conditions: unused, absent and duplicated marks go.
#pragma once

#include "automaton/automaton.h"

namespace weir {

/// The same language and graph; only marks and condition change (edges that become equal are merged).
Automaton with_simplified_acceptance(const Automaton& automaton);

}  // namespace weir
