// SPDX-License-Identifier: Apache-2.0
// Replaces atoms whose value the model knows without a search (weir/reducible.h, KnownValues) by constants.
#pragma once

#include <weir/transition_system.h>

#include "formula/formula.h"

namespace weir {

/// The formula has the same value on every run of the system. Counterexamples are still judged by the given formula.
Formula with_known_values(TransitionSystem& system, Formula formula);

}  // namespace weir
