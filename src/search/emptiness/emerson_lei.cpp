// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/emerson_lei.h"

#include "search/emptiness/tarjan_owcty.h"

namespace weir {

/// State s has the number order(s) - root_order in the component.
bool EmersonLeiSearch::fails_when_complete(std::uint32_t root_order) {
  ExplicitGraph part(graph_.control().budget(), graph_.space().mark_count());
  bool fits = part.close_state();
  for (std::size_t i = root_order - 1; i < live_.size() && fits; ++i) {
    if (!graph_.expand_again(StateId{live_[i]})) return false;
    for (std::size_t k = 0; k < graph_.size() && fits; ++k) {
      const std::uint32_t order = note(graph_.target(k));
      if (order >= root_order && order != kDone) fits = part.add_edge(order - root_order, graph_.marks(k));
    }
    fits = fits && part.close_state();
  }
  if (!fits) return out_of_memory();
  failing_ = find_failing_part(part, graph_.space().acceptance(), graph_.control());
  if (!failing_) return false;
  for (std::uint32_t& state : failing_->states) state = live_[state + root_order - 1];
  return true;
}

SearchResult EmersonLeiSearch::report() { return report_part(graph_, *failing_); }

}  // namespace weir
