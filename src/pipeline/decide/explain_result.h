// SPDX-License-Identifier: Apache-2.0
// The sentence next to a counterexample that says why the formula fails.
#pragma once

#include <string>
#include <vector>

#include <weir/result.h>

#include "counterexample/replay.h"
#include "formula/formula.h"

namespace weir {

/// Adds the sentence to the counterexample, if there is one and `stop` is not raised meanwhile.
void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result, const StopFlag* stop = nullptr);
/// The same for the beginning of a run: only what no continuation can mend is blamed.
void explain_bad_prefix(TransitionSystem& system, const Run& run, Formula formula,
                        const std::vector<std::string>& atoms, PropertyResult& result, const StopFlag* stop = nullptr);

void add_sentence(const std::string& sentence, Counterexample& shown);

/// One more sentence, if the cycle does not restore all variables.
void explain_drift(Counterexample& shown);

}  // namespace weir
