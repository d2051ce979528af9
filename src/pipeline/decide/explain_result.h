// SPDX-License-Identifier: Apache-2.0
// The sentence next to a counterexample that says why the formula fails.
#pragma once

#include <vector>

#include <weir/result.h>

#include "counterexample/replay.h"
#include "formula/formula.h"

namespace weir {

/// Adds the sentence to the counterexample, if there is one and `stop` is not raised meanwhile.
void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result, const StopFlag* stop = nullptr);

/// One more sentence, if the cycle does not restore all variables.
void explain_drift(Counterexample& shown);

}  // namespace weir
