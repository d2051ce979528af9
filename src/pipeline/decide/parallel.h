// SPDX-License-Identifier: Apache-2.0
// Chooses the number of threads for a search. With -j N searches use N threads or are refused. Without it they use all
// cores that the container grants, if the search allows it. One thread starts alone, because most models are finished
// after few states, and starting several threads would only delay them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <weir/diagnostic.h>
#include <weir/weir.h>

#include "base/thread/work_crew.h"
#include "search/kernel/search.h"
#include "store/stores.h"

namespace weir {

struct ThreadPlan {
  static constexpr std::uint64_t kSmallModel = 200'000;  ///< in states, if weir chose the number of threads
  static constexpr std::uint64_t kFewStates = 20'000;    ///< with -j

  unsigned threads = 1;
  bool chosen = true;  ///< weir chose the number of threads
  /// The number of states after which the other threads start. 0: all start at once.
  std::uint64_t alone = kSmallModel;

  /// The limits for one thread before the others start.
  SearchLimits first_limits(SearchLimits limits) const;
  /// Whether the other threads start after one thread has ended like this, given the overall limits.
  bool go_on(const SearchLimits& limits, const SearchResult& first) const;
};

/// `obstacle` says why this search needs one thread; empty if it does not. `alone`: see ThreadPlan, if given.
Expected<ThreadPlan> plan_threads(std::uint32_t requested, const std::string& obstacle,
                                  std::optional<std::uint64_t> alone = {});
/// Why this store or search order needs one thread; empty if it does not.
std::string parallel_obstacle(const StoreKind& store, SearchOrder order);

/// A search that can run with one thread or several.
struct SearchJob {
  /// Runs with one thread and its own store from the budget, which it keeps until this or `forget` is called.
  std::function<DefectResult(SearchControl&)> alone;
  std::function<DefectResult(WorkCrew&, SharedStore&, SearchControl&)> together;
  std::function<void()> forget;
};

struct PlannedSearch {
  DefectResult result = {};
  unsigned threads = 1;             ///< number of threads that found it
  std::optional<Store> store = {};  ///< the shared store, if several threads were used

  /// Whether a failing run was found.
  bool any() const { return result.search.outcome == SearchResult::Outcome::Found || !result.found.empty(); }
};

/// Searches as planned; several threads share a store of this kind.
PlannedSearch search_as_planned(const ThreadPlan& plan, const SearchLimits& limits, MemoryBudget& budget,
                                const StoreKind& shared, Observer* observer, const std::string& name,
                                const SearchJob& job);

}  // namespace weir
