// SPDX-License-Identifier: Apache-2.0
// Rendezvous: a send on an unbuffered channel is one step together with a matching receive of another process.
#include <cstring>

#include "model/state_expansion.h"

namespace weir {

bool StateExpansion::rendezvous(std::uint32_t sender, const Transition& transition, std::int32_t channel) {
  const ChannelOperation& operation = program().channel_operations[transition.channel_operation];
  std::int32_t* values = context_.values;
  const std::size_t count = machine_.message(operation, channel, values);
  if (machine_.error != RuntimeError::None) {
    take(sender, transition, 0, 0);
    return true;
  }
  return meet(sender, transition, channel, count);
}

/// Finds receivers of the message in context_.values.
bool StateExpansion::meet(std::uint32_t sender, const Transition& transition, std::int32_t channel, std::size_t count) {
  const std::int32_t* values = context_.values;
  context_.channel = channel;
  context_.value_count = static_cast<std::uint32_t>(count);
  context_.sender_frame = machine_.process_offset(sender);
  context_.sender_target = transition.target;
  context_.sender_acts = !transition.effect.empty();
  context_.sender = static_cast<std::int32_t>(sender);
  context_.sending = number_of(transition);
  bool moved = false;
  for (std::uint32_t i = machine_.process_count(); i-- > 0 && !gave_up_;) {
    if (i == sender || (native_ != nullptr && !native_->receivers(machine_.location(i)).may_receive(channel))) continue;
    moved |= try_receiver(sender, transition, i, channel, values, count);
  }
  machine_.select(sender);
  context_.pid = static_cast<std::int32_t>(sender);
  context_.frame = machine_.process_offset(sender);
  return moved;
}

/// Returns whether the condition of the process, which becomes selected, allows it to receive. If evaluating the
/// condition fails, the error is reported when the process itself tries to move.
bool StateExpansion::may_take_part(std::uint32_t receiver) {
  const Provided allowed = provided(receiver);
  machine_.error = RuntimeError::None;
  return allowed == Provided::Yes;
}

bool StateExpansion::try_receiver(std::uint32_t sender, const Transition& sending, std::uint32_t receiver,
                                  std::int32_t channel, const std::int32_t* values, std::size_t count) {
  const LocationId here = machine_.location(receiver);
  const NativeCode::Function function = native_ == nullptr ? nullptr : native_->receivers(here).function;
  if (!may_take_part(receiver)) return false;
  const Location& location = program().locations[here];
  if (only_committed_ && !location.committed) return false;
  if (function != nullptr && !sending.resizes) return run_native(function, receiver);
  bool moved = false;
  std::uint16_t escape = 0;
  for (std::uint32_t i = 0; i < location.count; ++i) {
    const Transition& transition = program().transitions[location.first + i];
    if (escape != 0 && transition.escape != escape) break;
    if (!in_script(1, receiver, transition)) continue;
    bool taken = false;
    if (transition.kind == TransitionKind::Deterministic) {
      const Location& inner = program().locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count && !taken; ++j)
        taken = receive_from(sender, sending, receiver, transition, program().transitions[inner.first + j], channel,
                             values, count);
    } else {
      taken = receive_from(sender, sending, receiver, transition, transition, channel, values, count);
    }
    if (!taken) continue;
    moved = true;
    escape = transition.escape;
  }
  return moved;
}

/// Returns whether the receiver can take this message by `inner`. A run-time error counts as yes: it is a step.
bool StateExpansion::receives(std::uint32_t receiver, const Transition& inner, std::int32_t channel,
                              const std::int32_t* values, std::size_t count) {
  if (inner.channel_operation == kNone) return false;
  const ChannelOperation& operation = program().channel_operations[inner.channel_operation];
  if (operation.sends()) return false;
  machine_.select(receiver);
  if (operation.static_channel != kNone ? operation.static_channel + 1 != static_cast<std::uint32_t>(channel)
                                        : machine_.channel_of(operation) != channel) {
    machine_.error = RuntimeError::None;  // another channel, or none: not a partner
    return false;
  }
  if (!possible(inner)) return false;
  return machine_.error != RuntimeError::None || machine_.matches(operation, values, count) ||
         machine_.error != RuntimeError::None;
}

/// `inner` is the receive; `receiving` the transition it belongs to, which differs if a d_step begins with the receive.
bool StateExpansion::receive_from(std::uint32_t sender, const Transition& sending, std::uint32_t receiver,
                                  const Transition& receiving, const Transition& inner, std::int32_t channel,
                                  const std::int32_t* values, std::size_t count) {
  if (!receives(receiver, inner, channel, values, count)) return false;
  const ChannelOperation& operation = program().channel_operations[inner.channel_operation];
  Step step;
  step.transition = number_of(sending);
  step.process = static_cast<std::int32_t>(sender);
  step.partner = static_cast<std::int32_t>(receiver);
  const StateView from = machine_.view();
  machine_.select(sender);
  note(sender, sending);
  machine_.select(receiver);
  if (&inner != &receiving) within_ = number_of(receiving);
  mark(receiving);
  note(receiver, inner, true);
  const bool resizes = sending.resizes || receiving.resizes;
  if (resizes) {
    machine_.own(from);
  } else {
    std::byte* copy = append(step, from.size());
    std::memcpy(copy, from.data(), from.size());
    machine_.work_on(copy);
  }
  const auto fine = [this] { return machine_.error == RuntimeError::None; };
  machine_.set_location(sender, sending.target);
  if (fine() && operation.peeks()) machine_.error = RuntimeError::PollRendezvous;  // no message to leave there
  if (fine() && operation.fields.size() != count) machine_.error = RuntimeError::WrongFieldCount;
  if (fine()) machine_.store_fields(operation, values, count);
  if (fine() && !sending.effect.empty()) {
    machine_.select(sender);
    machine_.execute(sending.effect);
    machine_.select(receiver);
  }
  if (fine()) machine_.execute(inner.effect);
  if (fine() && &inner != &receiving) run_deterministic(receiver, inner.target);
  within_ = kNone;
  machine_.set_location(receiver, receiving.target);
  if (resizes) append(step, machine_.owned());
  finish(receiving, step, receiver, resizes);
  machine_.select(receiver);
  return true;
}

/// Returns whether some process can receive what the operation of the selected sender sends.
bool StateExpansion::has_receiver(std::uint32_t sender, const ChannelOperation& operation, std::int32_t channel) {
  std::int32_t values[kMessageLimit];
  const std::size_t count = machine_.message(operation, channel, values);
  if (machine_.error != RuntimeError::None) return true;
  for (std::uint32_t receiver = 0; receiver < machine_.process_count(); ++receiver) {
    if (receiver == sender) continue;
    if (!may_take_part(receiver)) continue;
    const Location& location = program().locations[machine_.location(receiver)];
    for (std::uint32_t i = 0; i < location.count; ++i) {
      const Transition& transition = program().transitions[location.first + i];
      if (transition.kind != TransitionKind::Deterministic) {
        if (receives(receiver, transition, channel, values, count)) return true;
        continue;
      }
      const Location& inner = program().locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count; ++j)
        if (receives(receiver, program().transitions[inner.first + j], channel, values, count)) return true;
    }
  }
  return false;
}

}  // namespace weir
