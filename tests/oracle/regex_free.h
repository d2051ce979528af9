// SPDX-License-Identifier: Apache-2.0
// Writes formulas with regular expressions as formulas with temporal operators only, where unbounded repetitions are of
// single letters: an oracle for the oracle of runs, which knows no expressions. By what must hold after a word of r:
//
//     P(b, g) = b & X[!] g     P(r;s, g) = P(r, P(s, g))     P(b[*], g) = b U g     P(r|s, g) = P(r, g) | P(s, g)
#pragma once

#include "formula/formula.h"

namespace weir::test {

/// Returns whether regex_free() takes the formula: expressions of letters, `;`, `|` and repetitions, closures not.
bool can_be_regex_free(Formula f);
Formula regex_free(Formula f);

}  // namespace weir::test
