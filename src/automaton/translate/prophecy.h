// SPDX-License-Identifier: Apache-2.0
// Past operators over future formulas, on infinite words. Whether `O (F b)` holds depends on what was promised before,
// so the future operand is guessed at every position by a fresh atom, and the guess is verified by the future part:
//
//     G (a -> O (b U c))   becomes   G (a -> O g) & G (!g | (b U c))
//
// The formula is in negation normal form, hence monotone in its past subformulas: a guess has to be verified only where
// it is true. All past subformulas of the result have no future operators, so their values are known letter by letter.
// The original formula holds on a word iff the result holds for some values of the fresh atoms (they are prophecy
// variables in the sense of Abadi and Lamport 1991).
#pragma once

#include <vector>

#include "formula/formula.h"

namespace weir {

struct Prophecy {
  Formula formula;               ///< over the atoms of the original formula and the guesses
  std::vector<Formula> guesses;  ///< fresh atoms
};

/// `f` is in negation normal form.
Prophecy with_prophecies(Formula f);

}  // namespace weir
