// SPDX-License-Identifier: Apache-2.0
#include "frontend/pnml/net.h"

#include <algorithm>

namespace weir::pnml {

bool merge_arcs(std::vector<Arc>& arcs) {
  std::stable_sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) { return a.place < b.place; });
  std::size_t used = 0;
  for (const Arc& arc : arcs) {
    if (used > 0 && arcs[used - 1].place == arc.place) {
      if (arc.weight > kMaxTokens - arcs[used - 1].weight) return false;
      arcs[used - 1].weight += arc.weight;
    } else {
      arcs[used++] = arc;
    }
  }
  arcs.resize(used);
  return true;
}

}  // namespace weir::pnml
