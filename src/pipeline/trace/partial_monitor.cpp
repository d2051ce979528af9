// SPDX-License-Identifier: Apache-2.0
#include "pipeline/trace/partial_monitor.h"

#include <algorithm>
#include <bit>

#include "base/table/hash.h"

namespace weir {

PartialMonitor::PartialMonitor(Monitor monitor) : monitor_(std::move(monitor)) {}

std::size_t PartialMonitor::StepHash::operator()(const Step& step) const noexcept {
  return hash_mix(hash_mix(step.before, step.letter), step.unknown);
}

PartialMonitor::Belief PartialMonitor::next(Belief before, Letter letter, Letter unknown) {
  if (before == kAnything) return kAnything;
  if (unknown == 0 && is_certain(before)) return one(monitor_.next(sets_[before].states.front(), letter));
  const Step step{before, letter, unknown};
  if (const auto found = steps_.find(step); found != steps_.end()) return found->second;
  const Belief after = compute(step);
  if (steps_.size() == kMostSteps) steps_.clear();
  steps_.emplace(step, after);
  return after;
}

PartialMonitor::Belief PartialMonitor::compute(const Step& step) {
  if (std::popcount(step.unknown) > kMostUnknown) return kAnything;
  std::vector<Monitor::State> after;
  for (const Monitor::State state : sets_[step.before].states) {
    // All subsets of the unknown bits.
    Letter bits = 0;
    do {
      after.push_back(monitor_.next(state, step.letter | bits));
      bits = (bits - step.unknown) & step.unknown;
    } while (bits != 0);
  }
  std::sort(after.begin(), after.end());
  after.erase(std::unique(after.begin(), after.end()), after.end());
  if (after.size() == 1) return one(after.front());
  if (const auto found = larger_.find(after); found != larger_.end()) return found->second;
  if (after.size() > kMostStates || larger_.size() == kMostSets) return kAnything;
  const Belief belief = add(after);
  larger_.emplace(std::move(after), belief);
  return belief;
}

PartialMonitor::Belief PartialMonitor::one(Monitor::State state) {
  if (const auto found = ones_.find(state); found != ones_.end()) return found->second;
  return ones_[state] = add({state});
}

PartialMonitor::Belief PartialMonitor::add(std::vector<Monitor::State> states) {
  const bool always = std::all_of(states.begin(), states.end(), [&](auto s) { return monitor_.always(s); });
  const bool never = std::all_of(states.begin(), states.end(), [&](auto s) { return monitor_.never(s); });
  sets_.push_back({std::move(states), always, never});
  return static_cast<Belief>(sets_.size() - 1);
}

}  // namespace weir
