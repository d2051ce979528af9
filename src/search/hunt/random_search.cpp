// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/random_search.h"

#include <algorithm>

#include "base/random_numbers.h"
#include "search/engines.h"
#include "search/reachability/on_line.h"
#include "search/space/shuffled_space.h"
#include "store/bitstate_store.h"
#include "store/exact_store.h"

namespace weir {
namespace {

DefectResult search_shuffled(const HuntTarget& target, StateStore& store, std::uint64_t seed, SearchControl& control) {
  ShuffledSpace shuffled(target.space, seed);
  return outcome_of(control, [&] {
    if (any(target.wanted)) return OnLineSearch(shuffled, store, control).run(target.wanted);
    const EngineKind& engine = default_engine(shuffled.acceptance(), store.traits(), shuffled.strength());
    return DefectResult{.search = engine.run(shuffled, store, control), .found = {}};
  });
}

/// Depth bounds are powers of two; one member in four has none.
std::uint64_t random_depth(RandomNumbers& random) {
  constexpr std::uint64_t kLeast = 64;
  constexpr std::uint64_t kSizes = 12;
  return random.below(4) == 0 ? 0 : kLeast << random.below(kSizes);
}

}  // namespace

DefectResult restarted_search(const HuntTarget& target, const HuntEffort& effort) {
  SearchLimits limits = effort.limits;
  limits.max_states = effort.states;
  SearchControl control(effort.budget, limits, effort.observer);
  ExactStore store(effort.budget);
  return search_shuffled(target, store, effort.seed, control);
}

bool suits_swarm(const HuntTarget& target) {
  const SearchSpace& space = target.space;
  const StoreTraits& store = BitstateStore::kTraits;
  return any(target.wanted) || unsuitable(default_engine(space.acceptance(), store, space.strength()),
                                          space.acceptance(), store, space.strength())
                                   .empty();
}

DefectResult swarm_member(const HuntTarget& target, const HuntEffort& effort) {
  constexpr std::uint64_t kBytesPerState = 2;
  constexpr std::uint64_t kLeastBytes = 1 << 12;
  RandomNumbers random(effort.seed);
  SearchLimits limits = effort.limits;
  limits.max_states = effort.states;
  const std::uint64_t depth = random_depth(random);
  if (depth != 0) limits.max_depth = limits.max_depth == 0 ? depth : std::min(limits.max_depth, depth);
  SearchControl control(effort.budget, limits, effort.observer);
  const std::uint64_t wanted = std::max(kBytesPerState * effort.states, kLeastBytes);
  const std::uint64_t bytes = std::min(wanted, effort.budget.limit() / 2);
  const auto hashes = static_cast<std::uint32_t>(2 + random.below(3));
  const auto store = BitstateStore::make(effort.budget, bytes, hashes, random.next());
  if (store == nullptr) {
    control.end(Stop::Memory);
    return {.search = finished(control, {}), .found = {}};
  }
  return search_shuffled(target, *store, random.next(), control);
}

}  // namespace weir
