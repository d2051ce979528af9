// SPDX-License-Identifier: Apache-2.0
// The sentences around a verdict: why a formula fails on a run, and why a success may be an empty one.
#pragma once

#include <vector>

#include <weir/result.h>

#include "automaton/property_automaton.h"
#include "counterexample/replay.h"
#include "formula/formula.h"

namespace weir {

/// One sentence into the counterexample, if there is one.
void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result);

/// Warnings for a property that holds, from the letters that the search met (bits in the order of `atoms`).
std::vector<std::string> vacuity_warnings(Formula formula, const std::vector<std::string>& atoms,
                                          const std::vector<Letter>& letters);

}  // namespace weir
