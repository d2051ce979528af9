// SPDX-License-Identifier: Apache-2.0
// The transitions of a process: whether they are enabled, and their successors.
#include "model/state_expansion.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "model/expansion_limits.h"

namespace weir {

ExpansionScratch::ExpansionScratch(const Program& program, const MachineTables& tables)
    : machine(program, tables), fired(program.transitions.size()) {
  context.fired = fired.data();
  context.process_offset = machine.process_offsets();
  context.channel_offset = machine.channel_offsets();
  context.channel_type = machine.channel_types();
}

StateExpansion::StateExpansion(const ExpansionSetting& setting, ExpansionScratch& scratch, SuccessorBuffer& out,
                               const NativeCode* native, std::size_t room)
    : setting_(setting),
      scratch_(scratch),
      machine_(scratch.machine),
      out_(out),
      base_(out.size()),
      room_(room),
      native_(native),
      context_(scratch.context) {}

void StateExpansion::record(const Step& wanted, std::vector<MicroStep>& found, Recording& recording) {
  wanted_ = &wanted;
  found_ = &found;
  recording_ = &recording;
  machine_.output = &recording.printed;
}

void StateExpansion::follow_script(std::span<const ScriptStep> script, std::size_t& used) {
  script_ = script;
  script_used_ = &used;
}

/// Returns whether a transition of the expanded state is the script step `offset` after the current one; true if there
/// is no script.
bool StateExpansion::in_script(std::uint32_t offset, std::uint32_t process, const Transition& transition) const {
  if (script_used_ == nullptr) return true;
  const std::size_t at = std::size_t{scripted()} + offset;
  return at < script_.size() && script_[at].process == process &&
         script_[at].place == number_of(transition) - program().locations[transition.source].first;
}

void StateExpansion::append(const Step& step, StateView state) {
  std::byte* target = append(step, state.size());
  if (!state.empty()) std::memcpy(target, state.data(), state.size());
}

void StateExpansion::run(StateView state, bool attached) {
  if (!attached) machine_.attach(state);
  // Native code does not look at the limits; copying a wide state takes longer than interpreting its transitions.
  if (machine_.control() != kNoProcess || state.size() > kWideState) native_ = nullptr;
  expand(state, true);
  // Native code met a run-time error or a failed assertion, or a sequence is long: restart in another mode.
  while (gave_up_) {
    while (out_.size() > base_) out_.pop_back();
    forget_links();
    machine_.error = RuntimeError::None;
    machine_.failed_assertion = kNone;
    native_ = nullptr;
    gave_up_ = false;
    expand(state, false);
  }
}

void StateExpansion::expand(StateView state, bool attached) {
  attach(state, attached);
  context_.chained = 0;
  context_.followed = 0;
  if (machine_.control() != kNoProcess) return stay_in_sequence(state);
  try_processes();
  follow_sequences();
  if (cyclic_ && !gave_up_) enter_endless_sequences(state);
}

/// Tries the transitions of all processes; if none is enabled, again with `timeout` true.
void StateExpansion::try_processes() {
  machine_.timeout = false;
  try_processes_once();
  if (moved_ || !program().has_timeout || gave_up_) return;
  machine_.timeout = true;
  context_.timeout = 1;
  try_processes_once();
  context_.timeout = 0;
  machine_.timeout = false;
}

/// Sets the state to expand. `same_layout`: it has the layout that the machine knows.
void StateExpansion::attach(StateView state, bool same_layout) {
  state_ = state;
  if (same_layout)
    machine_.work_on(const_cast<std::byte*>(state.data()));
  else
    machine_.attach(state);
  if (native_ == nullptr) return;
  context_.owner = this;
  context_.timeout = 0;
  context_.source = state.data();
  context_.size = static_cast<std::uint32_t>(state.size());
  context_.out = &NativeSuccessors::of(out_);
  context_.record_bytes = state.size() + room_;
  context_.first_place = base_;
  context_.process_count = machine_.process_count();
  context_.channel_count = machine_.channel_count();
}

void StateExpansion::try_processes_once() {
  moved_ = false;
  const std::uint32_t count = machine_.process_count();
  if (program().has_committed) {
    bool committed = false;
    for (std::uint32_t i = 0; i < count; ++i) committed |= program().locations[machine_.location(i)].committed;
    only_committed_ = committed;
    for (std::uint32_t i = count; i-- > 0;)
      if (!committed || program().locations[machine_.location(i)].committed) moved_ |= process(i);
    only_committed_ = false;
    return;
  }
  if (program().has_priorities) {
    // Only processes of the highest enabled priority move.
    std::uint32_t highest = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      if (machine_.priority(i) > highest && can_move(i)) highest = machine_.priority(i);
    for (std::uint32_t i = count; i-- > 0;)
      if (machine_.priority(i) >= highest) moved_ |= process(i);
    return;
  }
  if (native_ != nullptr && !program().has_provided) {
    if (count > 0) moved_ = walk(count - 1, 0);
    return;
  }
  for (std::uint32_t i = count; i-- > 0 && !gave_up_ && !stopped();) moved_ |= process(i);
}

bool StateExpansion::process(std::uint32_t process) {
  switch (provided(process)) {
    case Provided::No: return false;
    case Provided::Yes: return native_ != nullptr ? walk(process, process) : interpret(process);
    case Provided::Fails: break;
  }
  // A run-time error is a step, reported at the first statement that cannot be executed because of it.
  const Location& location = program().locations[machine_.location(process)];
  if (location.count > 0 && in_script(0, process, program().transitions[location.first]))
    take(process, program().transitions[location.first], 0, 0);
  machine_.error = RuntimeError::None;
  return location.count > 0;
}

/// Selects the process and evaluates its condition for moving; an error stays in the machine.
StateExpansion::Provided StateExpansion::provided(std::uint32_t process) {
  machine_.select(process);
  if (!program().has_provided) return Provided::Yes;
  const CodeRef condition =
      program().process_types[program().locations[machine_.location(process)].process_type].provided;
  if (condition.empty()) return Provided::Yes;
  const bool holds = machine_.evaluate(condition) != 0;
  if (machine_.error != RuntimeError::None) return Provided::Fails;
  return holds ? Provided::Yes : Provided::No;
}

/// Returns whether a process of higher priority can move: it interrupts even an atomic sequence.
bool StateExpansion::outranked(std::uint32_t process) {
  if (!program().has_priorities) return false;
  for (std::uint32_t i = 0; i < machine_.process_count(); ++i)
    if (machine_.priority(i) > machine_.priority(process) && can_move(i)) return true;
  return false;
}

bool StateExpansion::interpret(std::uint32_t process) {
  machine_.select(process);
  const Location& location = program().locations[machine_.location(process)];
  bool moved = false;
  std::uint16_t escape = 0;
  const Transition* transition = program().transitions.data() + location.first;
  for (const Transition* end = transition + location.count; transition != end; ++transition) {
    if (escape != 0 && transition->escape != escape) break;
    if (!consider(process, *transition, moved, escape)) continue;
    moved = true;
    escape = transition->escape;
  }
  return moved;
}

bool StateExpansion::possible(const Transition& transition) {
  return transition.guard.empty() || machine_.evaluate(transition.guard) != 0 || machine_.error != RuntimeError::None;
}

/// Takes the transition if it is enabled; returns whether it was.
bool StateExpansion::consider(std::uint32_t process, const Transition& transition, bool moved_before,
                              std::uint16_t& escape) {
  if (!in_script(0, process, transition)) return false;
  switch (transition.kind) {
    case TransitionKind::Else:
      if (moved_before) return false;
      break;
    case TransitionKind::End: {
      if (process + 1 != machine_.process_count()) return false;
      Step step;
      step.transition = number_of(transition);
      step.process = static_cast<std::int32_t>(process);
      note(process, transition);
      append(step, machine_.view().first(machine_.process_offset(process)));
      finish(transition, step, process, true);
      return true;
    }
    case TransitionKind::Deterministic:
      return !(transition.otherwise && moved_before) && take_deterministic(process, transition);
    case TransitionKind::Normal: break;
  }
  if (!possible(transition)) return false;
  if (transition.channel_operation == kNone || machine_.error != RuntimeError::None) {
    take(process, transition, 0, 0);
    return true;
  }
  const ChannelOperation& operation = program().channel_operations[transition.channel_operation];
  const std::int32_t channel = machine_.channel_of(operation);
  if (machine_.error != RuntimeError::None) {
    take(process, transition, 0, 0);
    return true;
  }
  const ChannelType& type = machine_.type_of(channel);
  if (operation.sends()) {
    if (type.capacity == 0) {
      if (rendezvous(process, transition, channel)) return true;
      escape = 0;  // as in Spin, a send without partner cancels the effect of an earlier escape
      return false;
    }
    if (machine_.length(channel) >= type.capacity) return false;
    take(process, transition, channel, 0);
    return true;
  }
  if (type.capacity == 0) return false;
  const std::int32_t slot = machine_.find_message(operation, channel);
  if (slot < 0 && machine_.error == RuntimeError::None) return false;
  take(process, transition, channel, slot);
  return true;
}

/// Returns whether the transition is enabled, without taking it. A run-time error counts as enabled: it is a step.
bool StateExpansion::may_take(std::uint32_t process, const Transition& transition) {
  std::int32_t channel = 0;
  std::int32_t slot = 0;
  switch (transition.kind) {
    case TransitionKind::Else: return true;  // no earlier transition was enabled
    case TransitionKind::End: return process + 1 == machine_.process_count();
    case TransitionKind::Deterministic: return first_possible(transition.inner, channel, slot) != nullptr;
    case TransitionKind::Normal: break;
  }
  if (!possible(transition)) return false;
  if (transition.channel_operation == kNone || machine_.error != RuntimeError::None) return true;
  const ChannelOperation& operation = program().channel_operations[transition.channel_operation];
  channel = machine_.channel_of(operation);
  if (machine_.error != RuntimeError::None) return true;
  const ChannelType& type = machine_.type_of(channel);
  if (type.capacity == 0) return operation.sends() && has_receiver(process, operation, channel);
  if (operation.sends()) return machine_.length(channel) < type.capacity;
  return machine_.find_message(operation, channel) >= 0 || machine_.error != RuntimeError::None;
}

bool StateExpansion::can_move(std::uint32_t process) {
  const Provided allowed = provided(process);
  machine_.error = RuntimeError::None;
  if (allowed != Provided::Yes) return allowed == Provided::Fails;
  const Location& location = program().locations[machine_.location(process)];
  bool result = false;
  for (std::uint32_t i = 0; i < location.count && !result; ++i) {
    result = may_take(process, program().transitions[location.first + i]);
    machine_.error = RuntimeError::None;
    machine_.select(process);
  }
  return result;
}

/// Performs message passing and effect on the machine's working copy.
void StateExpansion::apply(const Transition& transition, std::int32_t channel, std::int32_t slot) {
  if (machine_.error != RuntimeError::None) return;
  if (channel != 0) {
    const ChannelOperation& operation = program().channel_operations[transition.channel_operation];
    if (operation.sends()) {
      machine_.send(operation, channel);
    } else {
      machine_.receive(operation, channel, slot);
    }
  }
  if (machine_.error == RuntimeError::None) machine_.execute(transition.effect);
}

void StateExpansion::take(std::uint32_t process, const Transition& transition, std::int32_t channel,
                          std::int32_t slot) {
  Step step;
  step.transition = number_of(transition);
  step.process = static_cast<std::int32_t>(process);
  note(process, transition);
  const StateView from = machine_.view();
  if (transition.resizes) {
    machine_.own(from);
    apply(transition, channel, slot);
    machine_.set_location(process, transition.target);
    append(step, machine_.owned());
  } else {
    std::byte* copy = append(step, from.size());
    std::memcpy(copy, from.data(), from.size());
    machine_.work_on(copy);
    apply(transition, channel, slot);
    machine_.set_location(process, transition.target);
  }
  finish(transition, step, process, transition.resizes);
}

/// The new state is the last one of the buffer: a successor, or a link to follow.
void StateExpansion::finish(const Transition& transition, Step step, std::uint32_t control, bool resized) {
  const bool broken = machine_.error != RuntimeError::None;
  if (machine_.failed_assertion != kNone) step.fault = Fault::Assertion;
  if (broken) step.fault = Fault::RuntimeError;
  if (found_ != nullptr && path_ != kNone) {
    MicroStep& micro = recording_->nodes[path_].step;
    micro.output = std::exchange(recording_->printed, {});
    if (broken)
      micro.fault = to_string(machine_.error);
    else if (machine_.failed_assertion != kNone)
      micro.fault = "assertion violated";
  }
  machine_.failed_assertion = kNone;
  machine_.error = RuntimeError::None;

  const std::size_t last = out_.size() - 1;
  if (program().has_last) {
    std::byte* state = const_cast<std::byte*>(out_.state(last).data());
    state[program().last.offset] = static_cast<std::byte>(control);
  }
  const bool chained = link_ != nullptr;
  const bool paired = step.partner != kNoProcess;
  if (chained) {
    const Fault before = link_->first.fault;
    const Fault now = step.fault;
    step = link_->first;
    step.fault = now != Fault::None ? now : before;
  }
  if (mode_ == Mode::Probe ? broken || !transition.keeps_control : stopped() || !fits()) {
    out_.pop_back();  // not requested, or possibly truncated
  } else if (transition.keeps_control && !broken) {
    push_link(step, control, resized);
    scratch_.chain.back().scripted = scripted() + (paired ? 2U : 1U);
  } else {
    // With several transitions or two processes, the index among the successors identifies the step.
    if (chained || step.partner != kNoProcess) step.transition = kComposite + static_cast<std::uint32_t>(last - base_);
    out_.step(last) = step;
    found_if_wanted(step);
    if (script_used_ != nullptr) *script_used_ = scripted() + (paired ? 2U : 1U);
  }
  if (found_ != nullptr) path_ = chained ? link_->path : kNone;
  events_.reset();
  look_back(resized);
}

/// Whether the successors so far fit into memory.
bool StateExpansion::fits() const {
  constexpr std::size_t kLookEvery = 1024;  // narrow successors
  if (state_.size() <= kWideState && out_.size() % kLookEvery != 0) return true;
  return ExpansionLimits{setting_.stop, setting_.memory}.fits(out_.size(), state_.size());
}

/// Returns the machine to the expanded state.
void StateExpansion::look_back(bool resized) {
  if (resized)
    machine_.attach(state_);
  else
    machine_.work_on(const_cast<std::byte*>(state_.data()));
}

/// Records a transition that is taken.
void StateExpansion::note(std::uint32_t process, const Transition& transition, bool receives) {
  mark(transition);
  const bool tests_events = setting_.events != nullptr && mode_ == Mode::Graph;
  if (found_ == nullptr && !tests_events) return;
  MicroStep micro;
  micro.transition = number_of(transition);
  micro.process = static_cast<std::int32_t>(process);
  micro.receives = receives;
  micro.within = within_;
  micro.continues = continues_;
  const StateView now = machine_.view();
  micro.before.assign(now.begin(), now.end());
  if (transition.channel_operation != kNone) {
    const ChannelOperation& operation = program().channel_operations[transition.channel_operation];
    const RuntimeError before = machine_.error;
    micro.channel = machine_.channel_of(operation);
    if (machine_.error == RuntimeError::None) {
      std::int32_t values[kMessageLimit];
      std::size_t count = 0;
      if (receives) {
        count = context_.value_count;
        std::copy_n(context_.values, count, values);
      } else if (operation.sends()) {
        count = machine_.message(operation, micro.channel, values);
      } else if (machine_.type_of(micro.channel).capacity > 0) {
        const std::int32_t slot = machine_.find_message(operation, micro.channel);
        if (slot >= 0) count = machine_.read_message(micro.channel, slot, values);
      }
      micro.message.assign(values, values + count);
    } else {
      micro.channel = 0;
    }
    machine_.error = before;
  }
  if (tests_events) events_ |= setting_.events->events(micro);
  if (found_ == nullptr) return;
  recording_->nodes.push_back({std::move(micro), path_});
  path_ = static_cast<std::uint32_t>(recording_->nodes.size() - 1);
}

std::vector<MicroStep> StateExpansion::path() const {
  std::vector<MicroStep> result;
  const std::vector<Recording::PathNode>& nodes = recording_->nodes;
  for (std::uint32_t at = path_; at != kNone; at = nodes[at].before) result.push_back(nodes[at].step);
  std::reverse(result.begin(), result.end());
  return result;
}

void StateExpansion::found_if_wanted(const Step& step) {
  if (found_ != nullptr && wanted_->transition == step.transition && wanted_->process == step.process) *found_ = path();
}

}  // namespace weir
