// SPDX-License-Identifier: Apache-2.0
// One acceptance set instead of many: the automaton is unfolded into levels, level i waiting for mark i.
// Levels are skipped as far as an edge's marks allow, start anew where a run enters a component, and a state that a
// component was entered at keeps its first level (Babiak, Badie, Duret-Lutz, Křetínský, Strejček, "Compositional
// Approach to Suspension and Other Improvements to LTL Translation", SPIN 2013).
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Acceptances : std::uint8_t { OnTransitions, OnStates };

/// The same language with acceptance Inf(0). Any acceptance is taken: one with Fin is first made generalised Büchi
/// (remove_fin.h). With OnStates all edges of a state carry the same marks.
Automaton degeneralized(const Automaton& automaton, Acceptances acceptances = Acceptances::OnTransitions);
/// The same language and the same acceptance condition, with marks on states: each state is split by the marks of the
/// edges that enter it.
Automaton with_state_marks(const Automaton& automaton);

}  // namespace weir
