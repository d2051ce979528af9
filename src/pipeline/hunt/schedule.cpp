// SPDX-License-Identifier: Apache-2.0
#include "pipeline/hunt/schedule.h"

#include <algorithm>
#include <utility>

#include "base/table/hash.h"

namespace weir {

void Schedule::add_question(std::vector<std::size_t> strategies) { strategies_.push_back(std::move(strategies)); }

std::optional<Schedule::Task> Schedule::next() {
  const std::lock_guard lock(mutex_);
  if (std::all_of(strategies_.begin(), strategies_.end(), [](const auto& some) { return some.empty(); }))
    return std::nullopt;
  while (strategy_ >= strategies_[question_].size()) {
    strategy_ = 0;
    if (++question_ < strategies_.size()) continue;
    question_ = 0;
    effort_ = std::min(2 * effort_, kLargestEffort);
  }
  return Task{question_, strategies_[question_][strategy_++], effort_, hash_mix(seed_, ++number_)};
}

void Schedule::retire(std::size_t question) { resume(question, {}); }

void Schedule::resume(std::size_t question, std::vector<std::size_t> strategies) {
  const std::lock_guard lock(mutex_);
  strategies_[question] = std::move(strategies);
}

}  // namespace weir
