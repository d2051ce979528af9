// SPDX-License-Identifier: Apache-2.0
// Decides whether a system has a run that violates a formula, slowly and simply: guesses the truth of every temporal
// subformula at every position, keeps the guesses that agree with the definitions from one position to the next, and
// looks for a cycle on which no obligation is postponed for ever. Shares no translator, product, store or search with
// weir.
#pragma once

#include <vector>

#include "formula/formula.h"
#include "frontend/model.h"
#include "oracle/fair_cycle.h"
#include "oracle/state_graph.h"

namespace weir::test {

/// For infinite runs. Deadlocked states stutter; a run that ends in a run-time error does not count. The run must also
/// satisfy the `assumptions`.
bool violated_on_some_run(TransitionSystem& system, Formula formula, const std::vector<Formula>& assumptions = {},
                          OracleFairness fairness = OracleFairness::None);
/// For finite computations: all non-empty ones, or those that end in a deadlock.
bool violated_on_some_computation(TransitionSystem& system, Formula formula, bool maximal);

// The same for a system whose states are already known. The system must resolve all atoms.
bool violated_on_some_run(TransitionSystem& system, const StateGraph& graph, Formula formula,
                          const std::vector<Formula>& assumptions, OracleFairness fairness);
bool violated_on_some_computation(TransitionSystem& system, const StateGraph& graph, Formula formula, bool maximal);
/// Whether the system has a run that the claim accepts.
bool accepted_on_some_run(TransitionSystem& system, const StateGraph& graph, const ClaimAutomaton& claim,
                          OracleFairness fairness);

}  // namespace weir::test
