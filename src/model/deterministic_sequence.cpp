// SPDX-License-Identifier: Apache-2.0
// Deterministic sequences (Promela's d_step): one transition that runs until it reaches a location outside the
// sequence, always taking the first enabled transition.
#include <algorithm>
#include <cstring>
#include <utility>

#include "model/state_expansion.h"

namespace weir {

/// The transition that a deterministic location takes; nullptr if it blocks.
const Transition* StateExpansion::first_possible(LocationId location, std::int32_t& channel, std::int32_t& slot) {
  const Location& here = program().locations[location];
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const Transition& transition = program().transitions[here.first + i];
    channel = slot = 0;
    if (!possible(transition)) continue;
    if (transition.channel_operation == kNone || machine_.error != RuntimeError::None) return &transition;
    const ChannelOperation& operation = program().channel_operations[transition.channel_operation];
    channel = machine_.channel_of(operation);
    if (machine_.error != RuntimeError::None) return &transition;
    const ChannelType& type = machine_.type_of(channel);
    if (type.capacity == 0) {
      if (!operation.sends()) continue;
      machine_.error = RuntimeError::RendezvousInside;
      return &transition;
    }
    if (operation.sends()) {
      if (machine_.length(channel) < type.capacity) return &transition;
    } else {
      slot = machine_.find_message(operation, channel);
      if (slot >= 0 || machine_.error != RuntimeError::None) return &transition;
    }
  }
  return nullptr;
}

/// Detects that a deterministic run returns to a state and therefore never ends (Brent 1980). Most runs are short and
/// only compare a number.
class StateExpansion::EndlessRun {
 public:
  bool repeats(StateView state, LocationId location) {
    if (++steps_ < next_snapshot_)
      return steps_ > kShort && location == location_ &&
             std::equal(state.begin(), state.end(), snapshot_.begin(), snapshot_.end());
    next_snapshot_ *= 2;
    snapshot_.assign(state.begin(), state.end());
    location_ = location;
    return false;
  }

 private:
  static constexpr std::uint64_t kShort = 1024;
  std::uint64_t steps_ = 0;
  std::uint64_t next_snapshot_ = kShort;
  std::vector<std::byte> snapshot_;
  LocationId location_ = 0;
};

/// Continues in the working copy until the sequence is left or an error occurs.
void StateExpansion::run_deterministic(std::uint32_t process, LocationId location) {
  EndlessRun run;
  while (program().locations[location].deterministic && !stopped()) {
    std::int32_t channel = 0;
    std::int32_t slot = 0;
    const Transition* transition = first_possible(location, channel, slot);
    if (transition == nullptr) machine_.error = RuntimeError::BlockedInside;
    if (run.repeats(machine_.view(), location)) machine_.error = RuntimeError::EndlessSequence;
    if (transition == nullptr) return;
    continues_ = true;
    note(process, *transition);
    continues_ = false;
    apply(*transition, channel, slot);
    if (found_ != nullptr) recording_->nodes[path_].step.output = std::exchange(recording_->printed, {});
    if (machine_.error != RuntimeError::None) return;
    location = transition->target;
  }
}

bool StateExpansion::take_deterministic(std::uint32_t process, const Transition& transition) {
  std::int32_t channel = 0;
  std::int32_t slot = 0;
  const Transition* start = first_possible(transition.inner, channel, slot);
  if (start == nullptr) return false;
  Step step;
  step.transition = number_of(transition);
  step.process = static_cast<std::int32_t>(process);
  const StateView from = machine_.view();
  if (transition.resizes) {
    machine_.own(from);
  } else {
    std::byte* copy = append(step, from.size());
    std::memcpy(copy, from.data(), from.size());
    machine_.work_on(copy);
  }
  within_ = step.transition;
  mark(transition);
  note(process, *start);
  apply(*start, channel, slot);
  if (found_ != nullptr) recording_->nodes[path_].step.output = std::exchange(recording_->printed, {});
  if (machine_.error == RuntimeError::None) run_deterministic(process, start->target);
  within_ = kNone;
  machine_.set_location(process, transition.target);
  if (transition.resizes) append(step, machine_.owned());
  finish(transition, step, process, transition.resizes);
  return true;
}

}  // namespace weir
