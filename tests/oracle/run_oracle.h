// SPDX-License-Identifier: Apache-2.0
// Has a system a run that violates a formula? Slow and plain: guess the truth of every temporal subformula at every
// position, keep the guesses that agree with the definitions from one position to the next, and look for a cycle on
// which no obligation is put off for ever. No translator, product, store or search of weir takes part.
#pragma once

#include <vector>

#include "formula/formula.h"
#include "frontend/model.h"
#include "oracle/fair_cycle.h"
#include "oracle/state_graph.h"

namespace weir::test {

/// Infinite runs; deadlocked states stutter, and a run-time error ends a run that then counts for nothing.
/// `assumptions` hold on the run as well.
bool violated_on_some_run(TransitionSystem& system, Formula formula, const std::vector<Formula>& assumptions = {},
                          OracleFairness fairness = OracleFairness::None);
/// Finite computations: all non-empty ones, or those that end in a deadlock.
bool violated_on_some_computation(TransitionSystem& system, Formula formula, bool maximal);

// The same of a system whose states are known already. Atoms must mean something to the system.
bool violated_on_some_run(TransitionSystem& system, const StateGraph& graph, Formula formula,
                          const std::vector<Formula>& assumptions, OracleFairness fairness);
bool violated_on_some_computation(TransitionSystem& system, const StateGraph& graph, Formula formula, bool maximal);
/// Has the system a run that the claim accepts?
bool accepted_on_some_run(TransitionSystem& system, const StateGraph& graph, const ClaimAutomaton& claim,
                          OracleFairness fairness);

}  // namespace weir::test
