// SPDX-License-Identifier: Apache-2.0
#include "automaton/letter_cells.h"

namespace weir {

std::vector<LetterCell> letter_cells(BddManager& bdds, std::span<const Bdd> labels) {
  std::vector<LetterCell> cells{{kBddTrue, {}}};
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    const std::size_t count = cells.size();
    bdds.meter().steps(count);
    for (std::size_t c = 0; c < count; ++c) {
      const Bdd inside = bdds.conjoin(cells[c].letters, labels[i]);
      if (inside == kBddFalse) continue;
      if (inside != cells[c].letters) {
        bdds.meter().allocate(sizeof(LetterCell) + cells[c].holds.size() * sizeof(std::uint32_t));
        LetterCell outside{bdds.conjoin(cells[c].letters, bdds.negate(labels[i])), cells[c].holds};
        cells.push_back(std::move(outside));
      }
      cells[c].letters = inside;
      cells[c].holds.push_back(i);
    }
  }
  std::erase_if(cells, [](const LetterCell& cell) { return cell.holds.empty(); });
  return cells;
}

}  // namespace weir
