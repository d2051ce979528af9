// SPDX-License-Identifier: Apache-2.0
// Threads for a search: how many, and when. With -j N searches run on N threads or are refused; without, all the cores
// that the container grants are used where the search allows it, but not before one thread has met kSmallModel states:
// most models end there, and the start of several threads would only delay them.
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
  static constexpr std::uint64_t kSmallModel = 200'000;

  unsigned threads = 1;
  bool one_first = true;  ///< one thread begins

  /// What one thread may do before the others come in.
  SearchLimits first_limits(SearchLimits limits) const;
  /// Whether the others come in after one thread has ended like this, given the limits of the whole.
  bool go_on(const SearchLimits& limits, const SearchResult& first) const;
};

/// `obstacle` says why this search needs one thread; empty: nothing.
Expected<ThreadPlan> plan_threads(std::uint32_t requested, const std::string& obstacle);
/// Why states kept this way or searched in this order need one thread; empty: they do not.
std::string parallel_obstacle(const StoreKind& store, SearchOrder order);

/// A search as several threads, or one, do it.
struct SearchJob {
  /// With one thread and a store of its own from the budget, which it keeps until it or `forget` is called.
  std::function<DefectResult(SearchControl&)> alone;
  std::function<DefectResult(WorkCrew&, SharedStore&, SearchControl&)> together;
  std::function<void()> forget;
};

struct PlannedSearch {
  DefectResult result = {};
  unsigned threads = 1;             ///< that found it
  std::optional<Store> store = {};  ///< what states were kept in, if several threads shared it

  /// Whether a failing run was found.
  bool any() const { return result.search.outcome == SearchResult::Outcome::Found || !result.found.empty(); }
};

/// Searches as planned; several threads share a store of this kind.
PlannedSearch search_as_planned(const ThreadPlan& plan, const SearchLimits& limits, MemoryBudget& budget,
                                const StoreKind& shared, Observer* observer, const std::string& name,
                                const SearchJob& job);

}  // namespace weir
