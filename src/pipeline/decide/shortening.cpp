// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/shortening.h"

#include <utility>

#include "search/reachability/reachability.h"
#include "store/exact_store.h"

namespace weir {

void shorten(const Attempt& attempt, SearchSpace& space, Defect defect, Run& run, PropertyResult& result) {
  const bool by_chance = attempt.found.threads > 1;
  if (!by_chance && run.size() <= ShorteningEffort::kShort) return;
  const ShorteningEffort effort(attempt, attempt.found.result.search.stats);
  MemoryBudget budget(memory_limit_of(attempt.plan));
  ExactStore store(budget);
  SearchControl control(budget, {.max_states = effort.states, .seconds = effort.seconds, .stop = attempt.context.stop},
                        attempt.context.observer);
  auto shortest = unless_cut_short(
      control, [&] { return Reachability(space, store, control, SearchOrder::BreadthFirst).run(defect); });
  if (shortest && !shortest->found.empty()) {
    run = std::move(shortest->found.front().run);
  } else if (by_chance) {
    result.warnings.push_back(kMayDiffer);
  }
}

}  // namespace weir
