// SPDX-License-Identifier: Apache-2.0
// Uses what the model knows about the values of atoms without a search (weir/reducible.h, KnownValues).
#pragma once

#include <optional>

#include <weir/transition_system.h>

#include "automaton/automaton.h"
#include "formula/formula.h"

namespace weir {

/// Replaces state formulas by constants: atoms, and the largest parts without temporal operators. The result has the
/// same value on every run of the system. Counterexamples are still judged by the given formula.
Formula with_known_values(TransitionSystem& system, Formula formula);

/// An automaton without the edges that no reachable state of the system can take. It accepts the same runs of the
/// system. Nothing if there are no such edges.
std::optional<Automaton> without_impossible_edges(TransitionSystem& system, const Automaton& automaton);

}  // namespace weir
