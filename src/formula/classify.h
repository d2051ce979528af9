// SPDX-License-Identifier: Apache-2.0
// Syntactic classification of formulas. Sound but not complete; automata give the exact answers (src/automaton).
#pragma once

#include "formula/formula.h"

namespace weir {

/// Returns whether the formula has no X and no X[!]; on infinite words it is then stutter-invariant.
bool is_next_free(Formula f);

/// Returns whether the formula has no temporal operator.
bool is_propositional(Formula f);

}  // namespace weir
