// SPDX-License-Identifier: Apache-2.0
// Semantics of formulas on finite words, implemented from the definition of Jard & Jéron (1989). Used by tests and by
// the certification of counterexamples; no search and no translator uses it. docs/semantics.md has the definition and
// λ.
#pragma once

#include "base/stop_flag.h"
#include "formula/timeline.h"

namespace weir {

/// Requires that `word` has no cycle and has a column for every atom of `f`. Linear in |f| times |word|. Once `stop`
/// is raised, the result has no meaning.
Timeline evaluate_finite(Formula f, const ValuedWord& word, const StopFlag* stop = nullptr,
                         const TimedTruth& timed = {});

inline bool holds_on_finite(Formula f, const ValuedWord& word) { return evaluate_finite(f, word).holds(); }

}  // namespace weir
