// SPDX-License-Identifier: Apache-2.0
// How strong an automaton's components are (Bloem, Ravi, Somenzi, "Efficient Decision Procedures for Model Checking of
// Linear Time Logic Properties", CAV 1999): the weaker, the cheaper the emptiness check of a product.
//   terminal  once inside an accepting component, every continuation is accepted
//   weak      the cycles of each component are all accepting or all rejecting ("inherently weak" in HOA's words)
//   strong    anything else
#pragma once

#include <cstdint>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/automaton.h"
#include "automaton/strength_kind.h"

namespace weir {

const char* strength_name(Strength strength);
/// By component of `info` (which is scc_info of the automaton). Trivial components are Rejecting.
std::vector<ComponentStrength> component_strengths(const Automaton& automaton, const SccInfo& info);
/// The strongest of all components; Terminal where there is no accepting one.
Strength strength(const Automaton& automaton);
/// Weak as HOA defines it: all edges inside a component carry the same marks.
bool is_weak(const Automaton& automaton);
/// Weak, and every component is one state.
bool is_very_weak(const Automaton& automaton);

}  // namespace weir
