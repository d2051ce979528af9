// SPDX-License-Identifier: Apache-2.0
// Partitions the letters as coarsely as a set of labels allows. Replaces "for every letter" when letters are symbolic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "automaton/bdd.h"

namespace weir {

/// A set of letters, and the indices of the labels that hold on all of them; the other labels hold on none.
struct LetterCell {
  Bdd letters;
  std::vector<std::uint32_t> holds;
};
/// Partitions the letters by the labels. Cells are disjoint and cover all letters, except that the cell where no label
/// holds is omitted.
std::vector<LetterCell> letter_cells(BddManager& bdds, std::span<const Bdd> labels);

}  // namespace weir
