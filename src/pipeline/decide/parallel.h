// SPDX-License-Identifier: Apache-2.0
// Threads for a search: how many, and when. With -j N searches run on N threads or are refused; without, all the cores
// that the container grants are used where the search allows it, but not before one thread has met kSmallModel states:
// most models end there, and the start of several threads would only delay them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <weir/diagnostic.h>
#include <weir/weir.h>

#include "base/thread/work_crew.h"
#include "search/kernel/search.h"
#include "store/shared/shared_store.h"

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
std::string parallel_obstacle(std::string_view store, std::string_view search);

inline SearchResult& search_part(SearchResult& result) { return result; }
inline SearchResult& search_part(DefectResult& result) { return result.search; }

template <class Result>
struct PlannedSearch {
  Result result;
  unsigned threads = 1;  ///< that found it
  std::string store;     ///< what states were kept in, if several threads shared it; as on the command line
};

/// Searches as planned; threads share a store of the kind `store_name`. `one(control)` searches with one thread and a
/// store of its own from the budget, which it keeps until it or `forget` is called; `many(crew, store, control)`
/// searches with several.
template <class One, class Many, class Forget>
auto search_as_planned(const ThreadPlan& plan, const SearchLimits& limits, MemoryBudget& budget,
                       std::string_view store_name, Observer* observer, const std::string& name, One&& one, Many&& many,
                       Forget&& forget) {
  using Result = decltype(one(std::declval<SearchControl&>()));
  // What one thread or several found; a search that was cut short found nothing.
  const auto outcome_of = [](const SearchControl& control, auto&& search) {
    if (auto found = unless_cut_short(control, search)) return std::move(*found);
    Result nothing;
    search_part(nothing) = finished(control, {});
    return nothing;
  };
  const auto alone = [&](const SearchLimits& allowed) {
    SearchControl control(budget, allowed, observer, name);
    return PlannedSearch<Result>{outcome_of(control, [&] { return one(control); }), 1, {}};
  };
  if (plan.threads == 1) return alone(limits);
  PlannedSearch<Result> outcome;
  double seconds = 0;
  const auto rest = [&] {
    SearchLimits left = limits;
    if (left.seconds > 0) left.seconds = left.seconds > seconds ? left.seconds - seconds : 1e-3;
    return left;
  };
  if (plan.one_first) {
    outcome = alone(plan.first_limits(limits));
    if (!plan.go_on(limits, search_part(outcome.result))) return outcome;
    seconds = search_part(outcome.result).stats.seconds;
  }
  forget();
  {
    SearchControl control(budget, rest(), observer, name);
    WorkCrew crew(plan.threads);
    const std::unique_ptr<SharedStore> store = make_shared_store(store_name, budget, crew.size());
    outcome = {};
    outcome.threads = crew.size();
    if (store != nullptr) {
      outcome.result = outcome_of(control, [&] { return many(crew, *store, control); });
      outcome.store = store->form();
    } else {
      control.end(Stop::Memory);
      search_part(outcome.result) = finished(control, {});
    }
  }
  SearchResult& found = search_part(outcome.result);
  found.stats.seconds += seconds;
  // Several threads need more memory than one. Where the number of threads was ours to choose, one may still do.
  if (plan.one_first && found.outcome == SearchResult::Outcome::Stopped && found.stop == Stop::Memory) {
    seconds = found.stats.seconds;
    outcome = alone(rest());
    search_part(outcome.result).stats.seconds += seconds;
  }
  return outcome;
}

}  // namespace weir
