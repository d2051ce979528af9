// SPDX-License-Identifier: Apache-2.0
// The automaton of a property for reports.
#pragma once

#include <weir/result.h>

#include "automaton/property_automaton.h"

namespace weir {

/// Has no states if the automaton was built on demand or is too large to draw.
AutomatonGraph drawn(const PropertyAutomaton& automaton);

}  // namespace weir
