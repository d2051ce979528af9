// SPDX-License-Identifier: Apache-2.0
// The sentence beside a counterexample: why a formula fails on a run.
#pragma once

#include <vector>

#include <weir/result.h>

#include "counterexample/replay.h"
#include "formula/formula.h"

namespace weir {

/// One sentence into the counterexample, if there is one.
void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result);

}  // namespace weir
