// SPDX-License-Identifier: Apache-2.0
#include "pipeline/hunt/errors_first.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "pipeline/decide/conclude.h"
#include "pipeline/decide/numbered_observer.h"
#include "pipeline/hunt/hunt.h"

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kFirstSeconds = 2;
constexpr double kLeastHunt = 0.2;  ///< seconds

/// Whether the order of search is weir's to choose. A limit on states or depth is the user's description of the space.
bool leaves_the_choice(const CheckContext& context, const CheckOptions& options) {
  return context.checkpoint == nullptr && options.threads == 0 && !options.alone_states &&
         options.store == Store::Auto && !options.cache_entries && options.emptiness == Emptiness::Auto &&
         options.search == SearchOrder::DepthFirst && !options.shortest && options.max_states == 0 &&
         options.max_depth == 0 && !options.reduce.contains(Reduction::Sleep);
}

bool is_open(const PropertyResult& result) { return result.verdict == Verdict::Inconclusive; }

}  // namespace

Expected<std::vector<PropertyResult>> decide_errors_first(const CheckContext& context, const Plan& plan,
                                                          const std::vector<const Property*>& properties) {
  if (!leaves_the_choice(context, plan.options)) return decide(context, plan, properties);
  const Clock::time_point start = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  StopFlag first(*context.stop);
  CheckContext moment = context;
  moment.stop = &first;
  Plan few = plan;
  few.options.threads = 1;
  few.options.max_states = ThreadPlan::kSmallModel;
  Expected<std::vector<PropertyResult>> results = [&] {
    const Watchdog watchdog(first, kFirstSeconds, {});
    return decide(moment, few, properties);
  }();
  if (!results || std::none_of(results->begin(), results->end(), is_open)) return results;
  if (context.stop->raised()) {  // the number of states is no limit of the user's
    SearchResult first_states;
    first_states.outcome = SearchResult::Outcome::Stopped;
    first_states.stop = Stop::States;
    for (PropertyResult& result : *results)
      if (result.reason == stop_reason(first_states)) result.reason = reason_text(context.stop->reason());
    return results;
  }
  // Ended by something else, for example by a property that is too large: the whole search would end there, too.
  const bool early = first.reason() == StopFlag::Reason::Time ||
                     std::any_of(results->begin(), results->end(), [](const PropertyResult& result) {
                       return is_open(result) && result.stats.states >= ThreadPlan::kSmallModel;
                     });
  if (!early) return results;

  // Replaces the results of open properties by those of `decide_some`.
  const auto settle = [&](auto&& decide_some) -> Expected<bool> {
    std::vector<std::size_t> open;
    std::vector<const Property*> asked;
    for (std::size_t i = 0; i < results->size(); ++i) {
      if (!is_open((*results)[i])) continue;
      open.push_back(i);
      asked.push_back(properties[i]);
    }
    if (open.empty()) return true;
    Expected<std::vector<PropertyResult>> settled = decide_some(asked);
    if (!settled) return settled.error();
    for (std::size_t i = 0; i < open.size(); ++i) replace_attempt((*results)[open[i]], std::move((*settled)[i]));
    return true;
  };
  Plan rest = plan;
  rest.seconds_used += seconds();
  const Expected<bool> hunted = settle([&](const std::vector<const Property*>& asked) {
    std::vector<Property> hunted_for;
    for (const Property* property : asked) hunted_for.push_back(*property);
    return hunt(context, rest, hunted_for, std::max(kLeastHunt, seconds() / 2));
  });
  if (!hunted) return hunted.error();
  rest.seconds_used = plan.seconds_used + seconds();
  rest.options.alone_states = 0;
  const Expected<bool> decided =
      settle([&](const std::vector<const Property*>& asked) { return decide(context, rest, asked); });
  if (!decided) return decided.error();
  return results;
}

void hunt_the_rest(const CheckContext& context, const Plan& plan, const std::vector<Property>& properties,
                   const std::vector<std::size_t>& numbers, std::vector<PropertyResult>& results) {
  if (numbers.empty() || !leaves_the_choice(context, plan.options) ||
      plan.options.time_limit - plan.seconds_used < kLeastHunt)
    return;
  std::vector<Property> hunted;
  for (const std::size_t i : numbers) hunted.push_back(properties[i]);
  // The hunt numbers the properties in its own way, so the observer is told of the results here.
  CheckContext here = context;
  std::optional<NumberedObserver> numbered;
  if (context.observer != nullptr) {
    numbered.emplace(*context.observer, NumberedObserver::Turn{numbers.front() + 1, properties.size(), 0});
    here.observer = &*numbered;
  }
  Expected<std::vector<PropertyResult>> found = hunt(here, plan, hunted);
  for (std::size_t i = 0; found && i < numbers.size(); ++i) {
    if ((*found)[i].verdict != Verdict::Violated) continue;
    results[numbers[i]] = std::move((*found)[i]);
    if (context.observer != nullptr) context.observer->decided(numbers[i], results[numbers[i]]);
  }
}

}  // namespace weir
