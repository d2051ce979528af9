// SPDX-License-Identifier: Apache-2.0
// The meaning of formulas on finite words, written from the definition of Jard & Jéron (1989), for tests and for the
// certification of counterexamples; no search and no translator uses it. docs/semantics.md has the definition and λ.
#pragma once

#include "formula/timeline.h"

namespace weir {

/// Requires: `word` has no cycle, and a column for every atom of `f`. Linear in |f| times |word|.
Timeline evaluate_finite(Formula f, const ValuedWord& word);

inline bool holds_on_finite(Formula f, const ValuedWord& word) { return evaluate_finite(f, word).holds(); }

}  // namespace weir
