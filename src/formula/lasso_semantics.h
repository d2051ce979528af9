// SPDX-License-Identifier: Apache-2.0
// Semantics of formulas on the infinite word prefix · cycle · cycle · ..., implemented from the definitions. Used by
// tests and by the certification of counterexamples; no search and no translator uses it.
#pragma once

#include "base/stop_flag.h"
#include "formula/timeline.h"

namespace weir {

/// Requires that `word` has a cycle and has a column for every atom of `f`. Linear in |f| times |word|. Once `stop` is
/// raised, the result has no meaning.
Timeline evaluate_lasso(Formula f, const ValuedWord& word, const StopFlag* stop = nullptr);

inline bool holds_on_lasso(Formula f, const ValuedWord& word) { return evaluate_lasso(f, word).holds(); }

/// Uses the lasso or the finite semantics, depending on the word.
Timeline evaluate(Formula f, const ValuedWord& word, const StopFlag* stop = nullptr);

}  // namespace weir
