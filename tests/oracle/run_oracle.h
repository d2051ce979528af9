// SPDX-License-Identifier: Apache-2.0
// Has a system a run that violates a formula? Slow and plain: guess the truth of every temporal subformula at every
// position, keep the guesses that agree with the definitions from one position to the next, and look for a cycle on
// which no obligation is put off for ever. No translator, product, store or search of weir takes part.
#pragma once

#include <vector>

#include "formula/formula.h"
#include "support/random_system.h"

namespace weir::test {

enum class OracleFairness { None, Weak, Strong };

/// Infinite runs; deadlocked states stutter. `assumptions` hold on the run as well.
bool violated_on_some_run(ExplicitSystem& system, Formula formula, const std::vector<Formula>& assumptions = {},
                          OracleFairness fairness = OracleFairness::None);
/// Finite computations: all non-empty ones, or those that end in a deadlock.
bool violated_on_some_computation(ExplicitSystem& system, Formula formula, bool maximal);

}  // namespace weir::test
