// SPDX-License-Identifier: Apache-2.0
// The meaning of formulas on the infinite word prefix · cycle · cycle · ..., from the definitions, for tests and for
// the certification of counterexamples; no search and no translator uses it.
#pragma once

#include "formula/timeline.h"

namespace weir {

/// Requires: `word` has a cycle, and a column for every atom of `f`. Linear in |f| times |word|.
Timeline evaluate_lasso(Formula f, const ValuedWord& word);

inline bool holds_on_lasso(Formula f, const ValuedWord& word) { return evaluate_lasso(f, word).holds(); }

/// Whichever of the two the word calls for.
Timeline evaluate(Formula f, const ValuedWord& word);

}  // namespace weir
