// SPDX-License-Identifier: Apache-2.0
// Semantics of formulas on the beginning of a finite word whose continuation is unknown: a subformula is false only if
// the letters read so far show that it fails, whatever follows (the weak view of Eisner et al., "Reasoning with
// temporal logic on truncated paths", 2003). Used to say which part of a formula is broken when others are merely
// pending.
#pragma once

#include "formula/timeline.h"

namespace weir {

/// Of the formula in negation normal form, to which weak values belong. Requires at least one letter, no cycle, and a
/// column for every atom.
Timeline evaluate_open(Formula f, const ValuedWord& beginning, const TimedTruth& timed = {});

}  // namespace weir
