// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/kept_edges.h"

#include <cstring>

namespace weir {

KeptEdges::KeptEdges(MemoryBudget& budget, unsigned workers, std::uint32_t mark_count) : places_(budget) {
  for (unsigned i = 0; i < workers; ++i) edges_.push_back(std::make_unique<Edges>(budget, mark_count));
}

bool KeptEdges::keep(unsigned worker, std::uint32_t state, std::uint32_t automaton, const StateEdges& edges,
                     const std::vector<Insertion>& targets) {
  Edges& own = *edges_[worker];
  if (!places_.ensure((std::size_t{state} + 1) * sizeof(Place))) return false;
  Place place;
  place.offset = own.targets.size() & 0xFFFFFFFFFF;
  place.worker_plus_one = (worker + 1) & 0xFFFFFF;
  place.automaton = automaton;
  place.degree = static_cast<std::uint32_t>(edges.size());
  // Written as a whole. A bit field would be read first, and a page that is read before it is written faults twice and
  // causes a TLB shootdown on the other threads.
  std::memcpy(places_.data() + std::size_t{state} * sizeof(Place), &place, sizeof place);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (!own.targets.push(static_cast<std::uint32_t>(targets[i].id)) || !own.marks.push(edges.marks_of(i)))
      return false;
  }
  return true;
}

}  // namespace weir
