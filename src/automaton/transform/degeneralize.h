// SPDX-License-Identifier: Apache-2.0
// Degeneralisation: one acceptance set instead of many. The automaton is unfolded into levels; level i waits for mark
// i. Levels are skipped as far as an edge's marks allow and restart when a run enters a component; the state where a
// component was first entered keeps its level (Babiak, Badie, Duret-Lutz, Křetínský, Strejček, "Compositional Approach
// to Suspension and Other Improvements to LTL Translation", SPIN 2013).
#pragma once

#include <cstdint>

#include "automaton/automaton.h"

namespace weir {

enum class Acceptances : std::uint8_t { OnTransitions, OnStates };

/// Returns an automaton of the same language with acceptance Inf(0). Accepts any acceptance condition: Fin is first
/// removed (remove_fin.h). With OnStates, all edges of a state carry the same marks.
Automaton degeneralized(const Automaton& automaton, Acceptances acceptances = Acceptances::OnTransitions);
/// Returns an automaton of the same language and acceptance condition with state marks: each state is split by the
/// marks of its incoming edges.
Automaton with_state_marks(const Automaton& automaton);

}  // namespace weir
