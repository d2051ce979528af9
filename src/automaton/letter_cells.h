// SPDX-License-Identifier: Apache-2.0
// Sets of letters, split as finely as some labels ask and no finer: what stands in for "for every letter" when letters
// are symbolic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/bdd.h"

namespace weir {

/// A set of letters, and the labels (by position) that hold on all of them; the others hold on none.
struct LetterCell {
  Bdd letters;
  std::vector<std::uint32_t> holds;
};
/// Splits all letters by the labels. Cells are disjoint and cover everything; the one where no label holds is left out.
std::vector<LetterCell> letter_cells(BddManager& bdds, std::span<const Bdd> labels);

}  // namespace weir
