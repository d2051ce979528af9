// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/parallel.h"

#include <algorithm>

#include "base/thread/cpu_limit.h"

namespace weir {

SearchLimits ThreadPlan::first_limits(SearchLimits limits) const {
  if (threads > 1 && (limits.max_states == 0 || limits.max_states > kSmallModel)) limits.max_states = kSmallModel;
  return limits;
}

bool ThreadPlan::go_on(const SearchLimits& limits, const SearchResult& first) const {
  return threads > 1 && first.outcome == SearchResult::Outcome::Stopped && first.stop == Stop::States &&
         (limits.max_states == 0 || limits.max_states > kSmallModel);
}

Expected<ThreadPlan> plan_threads(std::uint32_t requested, const std::string& obstacle) {
  constexpr std::uint32_t kMostThreads = 256;
  if (requested > kMostThreads) {
    return Diagnostic{.message =
                          "-j " + std::to_string(requested) + ": at most " + std::to_string(kMostThreads) + " threads"};
  }
  if (requested > 1 && !obstacle.empty()) {
    return Diagnostic{.message = "-j " + std::to_string(requested) + ": " + obstacle};
  }
  if (requested != 0) return ThreadPlan{.threads = requested, .one_first = requested == 1};
  return ThreadPlan{.threads = obstacle.empty() ? std::min(granted_cores(), kMostThreads) : 1, .one_first = true};
}

std::string parallel_obstacle(std::string_view store, std::string_view search) {
  if (!can_be_shared(store))
    return "--store " + std::string(store) + " is for one thread; threads can share exact or tree";
  if (search == "random") return "--search random takes one path after the other; several threads search breadth-first";
  return {};
}

}  // namespace weir
