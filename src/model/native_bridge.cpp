// SPDX-License-Identifier: Apache-2.0
// Calls native code during an expansion, and implements its hooks.
#include <cstring>

#include "model/state_expansion.h"

namespace weir {

bool StateExpansion::run_native(NativeCode::Function function, std::uint32_t process) {
  context_.pid = static_cast<std::int32_t>(process);
  context_.frame = machine_.process_offset(process);
  const auto answer = static_cast<NativeOutcome>(function(&context_));
  gave_up_ = gave_up_ || answer == NativeOutcome::GaveUp;
  return answer != NativeOutcome::Blocked;
}

/// Walks over the processes from `first` down to `last`.
bool StateExpansion::walk(std::uint32_t first, std::uint32_t last) {
  context_.pid = static_cast<std::int32_t>(first);
  context_.last_pid = static_cast<std::int32_t>(last);
  const auto answer = static_cast<NativeOutcome>(native_->walk()(&context_));
  gave_up_ = gave_up_ || answer == NativeOutcome::GaveUp;
  return answer != NativeOutcome::Blocked;
}

NativeHooks StateExpansion::hooks() {
  NativeHooks hooks;
  hooks.begin = [](NativeContext* context, std::uint32_t transition) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    context->fired[transition] = 1;
    Step step;
    step.transition = transition;
    step.process = context->pid;
    std::byte* copy = self.append(step, context->size);
    std::memcpy(copy, context->source, context->size);
    return copy;
  };
  hooks.finish = [](NativeContext* context, std::uint32_t first, std::uint32_t last) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    Step step;
    step.transition = first;
    step.process = context->pid;
    self.finish(self.program().transitions[last], step, static_cast<std::uint32_t>(context->pid), false);
  };
  hooks.consider = [](NativeContext* context, std::uint32_t transition, std::uint32_t moved) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    self.machine_.select(static_cast<std::uint32_t>(context->pid));
    std::uint16_t escape = 0;
    const bool taken = self.consider(static_cast<std::uint32_t>(context->pid), self.program().transitions[transition],
                                     moved != 0, escape);
    return self.outcome(taken);
  };
  hooks.process = [](NativeContext* context) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    return self.outcome(self.interpret(static_cast<std::uint32_t>(context->pid)));
  };
  hooks.rendezvous = [](NativeContext* context, std::uint32_t transition) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    const auto sender = static_cast<std::uint32_t>(context->pid);
    self.machine_.select(sender);
    const Transition& sending = self.program().transitions[transition];
    const std::int32_t channel = self.machine_.channel_of(self.program().channel_operations[sending.channel_operation]);
    return self.outcome(self.rendezvous(sender, sending, channel));
  };
  hooks.rendezvous_on = [](NativeContext* context, std::uint32_t transition, std::uint32_t channel) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    const auto sender = static_cast<std::uint32_t>(context->pid);
    const Transition& sending = self.program().transitions[transition];
    const std::size_t count = self.program().channel_operations[sending.channel_operation].fields.size();
    return self.outcome(self.meet(sender, sending, static_cast<std::int32_t>(channel), count));
  };
  hooks.receiver = [](NativeContext* context) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    return self.outcome(self.try_receiver(
        static_cast<std::uint32_t>(context->sender), self.program().transitions[context->sending],
        static_cast<std::uint32_t>(context->pid), context->channel, context->values, context->value_count));
  };
  hooks.begin_pair = [](NativeContext* context, std::uint32_t receiving) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    context->fired[context->sending] = 1;
    context->fired[receiving] = 1;
    Step step = self.pair_step();
    step.transition = kComposite + static_cast<std::uint32_t>(self.out_.size() - self.base_);
    std::byte* copy = self.append(step, context->size);
    std::memcpy(copy, context->source, context->size);
    return copy;
  };
  hooks.sender_effect = [](NativeContext* context, std::byte* copy) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    self.machine_.work_on(copy);
    self.machine_.select(static_cast<std::uint32_t>(context->sender));
    self.machine_.execute(self.program().transitions[context->sending].effect);
    self.machine_.select(static_cast<std::uint32_t>(context->pid));
    self.machine_.work_on(const_cast<std::byte*>(self.state_.data()));
    const bool fine = self.machine_.error == RuntimeError::None && self.machine_.failed_assertion == kNone;
    return std::uint32_t{fine};
  };
  hooks.finish_pair = [](NativeContext* context, std::uint32_t transition) {
    auto& self = *static_cast<StateExpansion*>(context->owner);
    self.finish(self.program().transitions[transition], self.pair_step(), static_cast<std::uint32_t>(context->pid),
                false);
  };
  return hooks;
}

/// The step of the current rendezvous with the process that native code runs for.
Step StateExpansion::pair_step() const {
  Step step;
  step.transition = context_.sending;
  step.process = context_.sender;
  step.partner = context_.pid;
  return step;
}

}  // namespace weir
