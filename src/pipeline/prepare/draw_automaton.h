// SPDX-License-Identifier: Apache-2.0
// The automaton of a property as a report draws it.
#pragma once

#include <weir/result.h>

#include "automaton/property_automaton.h"

namespace weir {

/// No states if the automaton came into being on demand, or is too large to look at.
AutomatonGraph drawn(const PropertyAutomaton& automaton);

}  // namespace weir
