// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/parallel.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/thread/cpu_limit.h"

namespace weir {

SearchLimits ThreadPlan::first_limits(SearchLimits limits) const {
  if (threads > 1 && (limits.max_states == 0 || limits.max_states > alone)) limits.max_states = alone;
  return limits;
}

bool ThreadPlan::go_on(const SearchLimits& limits, const SearchResult& first) const {
  return threads > 1 && first.outcome == SearchResult::Outcome::Stopped && first.stop == Stop::States &&
         (limits.max_states == 0 || limits.max_states > alone);
}

Expected<ThreadPlan> plan_threads(std::uint32_t requested, const std::string& obstacle,
                                  std::optional<std::uint64_t> alone) {
  constexpr std::uint32_t kMostThreads = 256;
  if (requested > kMostThreads) {
    return Diagnostic{.message =
                          "-j " + std::to_string(requested) + ": at most " + std::to_string(kMostThreads) + " threads"};
  }
  if (requested > 1 && !obstacle.empty()) {
    return Diagnostic{.message = "-j " + std::to_string(requested) + ": " + obstacle};
  }
  if (requested != 0)
    return ThreadPlan{.threads = requested, .chosen = false, .alone = alone.value_or(ThreadPlan::kFewStates)};
  return ThreadPlan{.threads = obstacle.empty() ? std::min(granted_cores(), kMostThreads) : 1,
                    .chosen = true,
                    .alone = alone.value_or(ThreadPlan::kSmallModel)};
}

std::string parallel_obstacle(const StoreKind& store, SearchOrder order) {
  if (store.make_shared == nullptr)
    return std::string("--store ") + store.name + " uses one thread; threads can share " + stores_that_keep_states();
  if (order == SearchOrder::Random) return "--search random takes one path after the other; several threads do not";
  return {};
}

PlannedSearch search_as_planned(const ThreadPlan& plan, const SearchLimits& limits, MemoryBudget& budget,
                                const StoreKind& shared, Observer* observer, const std::string& name,
                                const SearchJob& job) {
  double seconds = 0;  // used so far
  const auto rest = [&] {
    SearchLimits left = limits;
    if (left.seconds > 0) left.seconds = left.seconds > seconds ? left.seconds - seconds : 1e-3;
    return left;
  };
  const auto noted = [&](PlannedSearch search) {
    search.result.search.stats.seconds += seconds;
    seconds = search.result.search.stats.seconds;
    return search;
  };
  const auto alone = [&](const SearchLimits& allowed) {
    SearchControl control(budget, allowed, observer, name);
    return noted({outcome_of(control, [&] { return job.alone(control); })});
  };
  const auto together = [&] {
    SearchControl control(budget, rest(), observer, name);
    WorkCrew crew(plan.threads);
    const std::unique_ptr<SharedStore> store = shared.make_shared(budget, crew.size());
    PlannedSearch search;
    search.threads = crew.size();
    if (store != nullptr) {
      search.result = outcome_of(control, [&] { return job.together(crew, *store, control); });
      search.store = store->form();
    } else {
      control.end(Stop::Memory);
      search.result.search = finished(control, {});
    }
    return noted(std::move(search));
  };
  const auto note = [&](const std::string& what) {
    if (observer != nullptr) observer->note(name.empty() ? what : name + ": " + what);
  };
  if (plan.threads == 1) return alone(limits);
  DefectResult before;  // of one thread, before the others started
  const auto with_known = [&](PlannedSearch search) {
    std::vector<DefectFound>& all = search.result.found;
    for (DefectFound& one : before.found) all.push_back(std::move(one));
    Statistics& stats = search.result.search.stats;
    const bool stopped = search.result.search.outcome == SearchResult::Outcome::Stopped;
    if (stopped && stats.states < before.search.stats.states) {  // ended soon after it started again
      before.search.stats.seconds = stats.seconds;
      stats = before.search.stats;
    }
    return search;
  };
  if (plan.alone > 0) {
    PlannedSearch first = alone(plan.first_limits(limits));
    if (!plan.go_on(limits, first.result.search)) return first;
    before = std::move(first.result);
    note("more than " + std::to_string(plan.alone) + " states; the search starts again with " +
         std::to_string(plan.threads) + " threads");
  }
  job.forget();
  return with_known(together());
}

}  // namespace weir
