// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/strategy.h"

#include "search/hunt/best_first.h"
#include "search/hunt/random_search.h"
#include "search/hunt/random_walk.h"

namespace weir {

std::span<const HuntStrategy> hunt_strategies() {
  static constexpr HuntStrategy kTable[] = {
      {"walks", "random walks of many lengths", false, [](const HuntTarget&) { return true; },
       [](const HuntTarget& target, const HuntEffort& effort) { return RandomWalks(target, effort).run(); }},
      {"restarts", "depth-first searches in random order, restarted", true, [](const HuntTarget&) { return true; },
       restarted_search},
      {"swarm", "depth-first searches in random order on bit arrays, with random depth bounds", false, suits_swarm,
       swarm_member},
      {"directed", "best-first search by the distance to acceptance, to an assertion or to a deadlock", true,
       [](const HuntTarget& target) { return !target.distances.empty(); }, directed_search},
  };
  return kTable;
}

}  // namespace weir
