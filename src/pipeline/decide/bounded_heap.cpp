// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/bounded_heap.h"

#include <algorithm>

#include <fmt/core.h>

#include "model/program_system.h"
#include "pipeline/decide/attempt.h"

namespace weir {

namespace {
/// The size of a cache entry besides the state itself: tables, chains, links.
constexpr std::uint64_t kBytesOfAnEntry = 80;

}  // namespace

std::optional<CheckOptions> with_bounded_heap(const CheckOptions& options, TransitionSystem& system,
                                              const SearchResult& first, std::uint64_t bytes) {
  if (first.stop != Stop::Memory || options.store != Store::Auto || options.cache_entries) return std::nullopt;
  // Without sleep sets, regenerating forgotten states can take exponential time, so a cache is used on request only.
  if (options.memory_limit == 0 || unwatched_program_of(system) == nullptr) return std::nullopt;
  if (options.search != SearchOrder::DepthFirst || options.shortest || options.fair == Fairness::Strong)
    return std::nullopt;
  if (options.emptiness != Emptiness::Auto && options.emptiness != Emptiness::Ndfs) return std::nullopt;
  CheckOptions again = options;
  again.store = Store::Cache;
  again.replacement = options.replacement.value_or(Replacement::Cost);
  // Half of the memory is for the path, which must be exact.
  const std::uint64_t half = bytes / 2;
  again.cache_entries = std::max<std::uint64_t>(half / (largest_state(system) * 5 / 4 + kBytesOfAnEntry), 1);
  again.threads = 1;
  return again;
}

std::string bounded_heap_note(const CheckOptions& cached, const Statistics& first) {
  return fmt::format(
      "the memory limit was reached after {} states; the search starts again on a bounded heap of {} states",
      first.states, *cached.cache_entries);
}

std::string bounded_heap_guarantee(const Statistics& stats) {
  const double again = stats.states == 0 ? 1 : double(stats.states_generated) / double(stats.states);
  return fmt::format(
      "every state was seen, on a bounded heap: {} states generated, {:.2f} for each of {}{} distinct ones",
      stats.states_generated, again, stats.states_estimated ? "about " : "", stats.states);
}

}  // namespace weir
