// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/transition_analysis.h"

#include <algorithm>

#include "model/scalar.h"

namespace weir {

/// Collects what code does as effects, and what it reads as conditions of a transition's enabledness.
class TransitionAnalysis::Collector : public CodeObserver {
 public:
  enum class Role : std::uint8_t {
    Guard,          ///< of a transition at the location where the step begins
    GuardOfStep,    ///< of the step itself
    ChannelNumber,  ///< of a channel operation: channels it asks about may be any
    Other,
  };
  Collector(TransitionAnalysis& owner, Effects& effects, Enabling* enabling, Role role)
      : owner_(owner), effects_(effects), enabling_(enabling), role_(role) {}

  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read: read(observation); break;
      case Kind::Write:
        if (observation.global) add_objects(effects_.writes, observation);
        break;
      case Kind::Channel:
        ask_channel(observation.number, observation.needed);
        ask_processes_of(observation.number);
        break;
      case Kind::ProcessCount: ask_processes(); break;
      case Kind::Timeout:
        // Inside a step, `timeout` no longer refers to the state where the step began.
        if (role_ != Role::Guard && role_ != Role::GuardOfStep) depend_on_everything();
        break;
      case Kind::CreateProcess: owner_.created_.push_back(observation.type); [[fallthrough]];
      case Kind::CreateChannel:
        effects_.writes.add(processes());
        effects_.reads.add(processes());
        break;
      case Kind::RemoteVariable:
      case Kind::Location:
      case Kind::Flags:
      case Kind::Enabledness:
      case Kind::Priority:
      case Kind::SetPriority: depend_on_everything(); break;
      case Kind::OwnPid:
      case Kind::RuntimeError:  // failure depends on what it reads; a state with a faulty step is not reduced
      case Kind::Assertion: break;
    }
  }

 private:
  std::size_t processes() const { return owner_.program_facts_.processes; }
  void add_objects(ObjectSet& set, const Observation& o) {
    const std::size_t added = owner_.program_facts_.add_objects(set, o.first, o.bytes, o.mask);
    owner_.vague_ = owner_.vague_ || added > 1;
  }
  void add_channels(ObjectSet& set, const AbstractValue& number, bool heads = true, bool tails = true) {
    if (role_ == Role::ChannelNumber) return set.add_all();
    const auto lo = static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.lo, 0, kChannelLimit));
    const auto hi = static_cast<std::uint32_t>(std::clamp<std::int64_t>(number.hi, 0, kChannelLimit));
    owner_.vague_ = owner_.vague_ || lo != hi;
    owner_.touch_channels({lo, hi, true}, heads, tails, set);
  }
  void read(const Observation& observation) {
    if (observation.global) {
      add_objects(effects_.reads, observation);
      if (enabling_ != nullptr) add_objects(enabling_->objects, observation);
      return;
    }
    if (enabling_ != nullptr) enabling_->locals = true;
    mark_bytes(observation, owner_.read_);
  }
  /// In the guard of a taken step, a needed question was answered yes. A yes to nempty is unaffected by sends, so only
  /// receives matter to the step; a no becomes a yes only by a send. The other questions are analogous.
  void ask_channel(const AbstractValue& number, std::optional<ChannelQuestion> needed) {
    if (!needed || role_ != Role::GuardOfStep) {
      add_channels(effects_.reads, number);
      if (enabling_ != nullptr) add_channels(enabling_->objects, number);
      return;
    }
    using Question = ChannelQuestion;
    const bool polls = *needed == Question::Matches;
    const bool lost_at_head = *needed == Question::NotEmpty || *needed == Question::Full || polls;
    add_channels(effects_.reads, number, lost_at_head, !lost_at_head);
    add_channels(enabling_->objects, number, !lost_at_head || polls, lost_at_head);
  }
  void ask_processes() {
    effects_.asks_processes = true;
    effects_.reads.add(processes());
    if (enabling_ == nullptr) return;
    enabling_->processes = true;
    enabling_->objects.add(processes());
  }
  void ask_processes_of(const AbstractValue& channel) {
    if (channel.hi > static_cast<std::int64_t>(owner_.lasting_channels_) || channel.lo < 1) ask_processes();
  }
  void depend_on_everything() {
    effects_.everything = true;
    if (enabling_ != nullptr) enabling_->everything = true;
  }

  TransitionAnalysis& owner_;
  Effects& effects_;
  Enabling* enabling_;
  Role role_;
};

TransitionAnalysis::TransitionAnalysis(const ProgramFacts& program_facts, std::uint32_t type,
                                       const Visibility& visibility, const Machine* machine, std::uint32_t process)
    : program_facts_(program_facts),
      program_(program_facts.program),
      type_(type),
      visibility_(visibility),
      machine_(machine),
      process_(process),
      lasting_channels_(program_facts.lasting_channels(machine, process)) {
  if (machine != nullptr) known_.pid = static_cast<std::int32_t>(process);
  known_.constant = [this](bool global, std::uint32_t offset, const Instruction& form) {
    return constant(global, offset, form);
  };
  before_ = after_ = read_ = Bytes(program_.process_types[type].frame_bytes, false);
}

std::optional<std::int32_t> TransitionAnalysis::constant(bool global, std::uint32_t offset,
                                                         const Instruction& form) const {
  const std::vector<bool>& written = global ? program_facts_.global_written : program_facts_.local_written[type_];
  const std::uint32_t bytes = bytes_of(form.width);
  if (!global && machine_ == nullptr) return std::nullopt;
  if (std::size_t{offset} + bytes > written.size()) return std::nullopt;
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const bool stands = !global && framed_ && !(*steady_)[offset + i];
    if (written[offset + i] && !stands) return std::nullopt;
  }
  if (global) return load_scalar(program_facts_.initial.data() + offset, form);
  return load_scalar(machine_->view().data() + machine_->process_offset(process_) + offset, form);
}

void TransitionAnalysis::touch_channels(const Channels& channels, bool heads, bool tails, ObjectSet& set) const {
  const std::uint32_t lo = channels.known ? channels.lo : 0;
  const std::uint32_t hi = channels.known ? channels.hi : kChannelLimit;
  for (std::uint32_t i = lo; i <= hi; ++i) {
    if (heads) set.add(program_facts_.head(i));
    if (tails) set.add(program_facts_.tail(i));
  }
}

TransitionAnalysis::Bytes TransitionAnalysis::written_by(const Transition& transition) const {
  Bytes result(before_.size(), transition.kind == TransitionKind::Deterministic);
  std::vector<bool> no_globals;
  WriteFinder writes(no_globals, result);
  const ScanFacts unknown;
  scan_code(program_, transition.effect, unknown, writes);
  if (transition.channel_operation != kNone)
    for (const MessageField& field : program_.channel_operations[transition.channel_operation].fields)
      if (field.kind == MessageField::Kind::Store) scan_code(program_, field.code, unknown, writes);
  return result;
}

void TransitionAnalysis::scan_guard(CodeRef guard, Enabling& enabling, Effects& effects, bool inside,
                                    bool guards_step) {
  using Role = Collector::Role;
  steady_ = &before_;
  Collector collector(*this, effects, &enabling, guards_step ? Role::GuardOfStep : inside ? Role::Other : Role::Guard);
  scan_code(program_, guard, known_, collector);
  Collector strict(*this, effects, &enabling, Role::Other);
  scan_code(program_, program_.process_types[type_].provided, known_, strict);
}

void TransitionAnalysis::scan_effect(CodeRef code, Effects& effects) {
  const std::size_t before = created_.size();
  steady_ = &after_;
  Collector collector(*this, effects, nullptr, Collector::Role::Other);
  scan_code(program_, code, known_, collector);
  // A new process is initialised in the step that creates it; nothing is known about it.
  const std::vector<std::uint32_t> fresh(created_.begin() + static_cast<std::ptrdiff_t>(before), created_.end());
  const ScanFacts unknown;
  for (const std::uint32_t type : fresh)
    scan_code(program_, program_.process_types[type].initialise, unknown, collector);
}

TransitionAnalysis::Channels TransitionAnalysis::channels_of(const ChannelOperation& operation, Enabling& enabling,
                                                             Effects& effects) {
  Channels result;
  AbstractValue number;
  if (operation.static_channel != kNone) {
    number = AbstractValue::number(operation.static_channel + 1);
  } else {
    steady_ = &before_;
    Collector collector(*this, effects, &enabling, Collector::Role::ChannelNumber);
    number = scan_code(program_, operation.channel, known_, collector);
  }
  const std::int64_t fixed = static_cast<std::int64_t>(program_.static_channels.size());
  const std::int64_t last = machine_ != nullptr && knows_made_channels_ ? machine_->channel_count() : fixed;
  result.known = number.kind == AbstractValue::Kind::Number && number.lo >= 1 && number.hi <= last;
  vague_ = vague_ || !result.known || number.lo != number.hi;
  if (result.known) {
    result.lo = static_cast<std::uint32_t>(number.lo);
    result.hi = static_cast<std::uint32_t>(number.hi);
    for (std::uint32_t i = result.lo; i <= result.hi; ++i) {
      const std::uint32_t capacity = static_cast<std::int64_t>(i) <= fixed
                                         ? program_.channel_types[program_.static_channels[i - 1].type].capacity
                                         : machine_->type_of(static_cast<std::int32_t>(i)).capacity;
      (capacity == 0 ? result.rendezvous : result.buffered) = true;
    }
  } else {
    for (const ChannelType& type : program_.channel_types)
      (type.capacity == 0 ? result.rendezvous : result.buffered) = true;
  }
  if (!result.known || result.hi > lasting_channels_) {
    // Such a channel may disappear with the process that created it.
    effects.asks_processes = enabling.processes = true;
  }
  return result;
}

AbstractValue TransitionAnalysis::scan(CodeRef code, Effects& effects) {
  steady_ = &before_;
  Collector collector(*this, effects, nullptr, Collector::Role::Other);
  return scan_code(program_, code, known_, collector);
}

void TransitionAnalysis::tell_watcher(const ChannelOperation& operation, const Channels& channels,
                                      Effects& effects) const {
  if (operation.peeks()) return;
  const ObjectSet& watched = operation.sends() ? program_facts_.watched_sends : program_facts_.watched_receives;
  bool told = !channels.known && !watched.empty();
  for (std::uint32_t i = channels.lo; channels.known && i <= channels.hi; ++i) told = told || watched.has(i);
  if (!told) return;
  effects.reads.add(program_facts_.watcher);
  effects.writes.add(program_facts_.watcher);
  effects.reads |= program_facts_.watcher_reads;
}

/// Handles the first channel operation of a step.
void TransitionAnalysis::own_operation(const ChannelOperation& operation, TransitionFacts& facts) {
  using Kind = ChannelOperation::Kind;
  using Operation = TransitionFacts::Operation;
  const Channels channels = channels_of(operation, facts.guard, facts.effects);
  tell_watcher(operation, channels, facts.effects);
  facts.anywhere = operation.searches();
  facts.channel_varies = !channels.known || channels.lo != channels.hi;
  for (const MessageField& field : operation.fields) {
    if (field.code.empty()) continue;
    if (field.kind == MessageField::Kind::Store)
      scan_effect(field.code, facts.effects);
    else
      scan_guard(field.code, facts.fields, facts.effects, true);
  }
  touch_channels(channels, true, false, facts.channel_heads);
  touch_channels(channels, false, true, facts.channel_tails);
  if (channels.rendezvous) {
    facts.operation = operation.sends() ? Operation::RendezvousSend : Operation::RendezvousReceive;
    ObjectSet& set = operation.sends() ? facts.effects.rendezvous_sends : facts.effects.rendezvous_receives;
    if (!channels.known) set.add_all();
    for (std::uint32_t i = channels.lo; channels.known && i <= channels.hi; ++i) set.add(i);
    if (!channels.buffered) return;
    facts.operation = Operation::Unknown;  // its kind depends on the state
  }
  if (!channels.rendezvous) facts.operation = operation.sends() ? Operation::Send : Operation::Receive;
  switch (operation.kind) {
    case Kind::Send: touch_channels(channels, false, true, facts.effects.writes); break;
    case Kind::SortedSend: touch_channels(channels, true, true, facts.effects.writes); break;
    case Kind::Receive:
    case Kind::ReceiveAny: touch_channels(channels, true, false, facts.effects.writes); break;
    case Kind::Peek:
    case Kind::PeekAny: touch_channels(channels, true, false, facts.effects.reads); break;
  }
}

/// The enabledness of the transition is observed: by an else beside it, or by a step that reaches it.
void TransitionAnalysis::look_at(const Transition& transition, Enabling& enabling, Effects& effects) {
  if (transition.kind == TransitionKind::Deterministic) {
    const Location& inner = program_.locations[transition.inner];
    for (std::uint32_t i = 0; i < inner.count; ++i) look_at(program_.transitions[inner.first + i], enabling, effects);
    return;
  }
  scan_guard(transition.guard, enabling, effects, false);
  if (transition.kind == TransitionKind::End) enabling.everything = effects.everything = true;
  if (transition.channel_operation == kNone) return;
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  const Channels channels = channels_of(operation, enabling, effects);
  if (channels.rendezvous) enabling.everything = effects.everything = true;
  touch_channels(channels, true, true, effects.reads);
  touch_channels(channels, true, true, enabling.objects);
  if (!operation.sends())
    for (const MessageField& field : operation.fields)
      if (field.kind == MessageField::Kind::Match && !field.code.empty())
        scan_guard(field.code, enabling, effects, true);
}

/// An else observes all transitions before it.
void TransitionAnalysis::look_at_earlier(TransitionId id, TransitionFacts& facts) {
  for (TransitionId i = program_.locations[program_.transitions[id].source].first; i != id; ++i)
    look_at(program_.transitions[i], facts.guard, facts.effects);
}

/// A transition in the middle of a step: the step ends where it blocks, so its enabledness is observed.
void TransitionAnalysis::inner_step(const Transition& transition, Effects& effects) {
  Enabling unused{ObjectSet(program_facts_.object_count), false, false, false};
  if (transition.kind == TransitionKind::End) {
    effects.ends = effects.asks_processes = true;
    effects.reads.add(program_facts_.processes);
    return;
  }
  scan_guard(transition.guard, unused, effects, true);
  scan_effect(transition.effect, effects);
  if (transition.channel_operation == kNone) return;
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  const Channels channels = channels_of(operation, unused, effects);
  tell_watcher(operation, channels, effects);
  if (channels.rendezvous) effects.everything = true;
  touch_channels(channels, true, true, effects.reads);
  touch_channels(channels, true, true, effects.writes);
  for (const MessageField& field : operation.fields) scan_effect(field.code, effects);
}

std::vector<LocationId> TransitionAnalysis::follow_chain(LocationId start, bool deterministic, Effects& effects,
                                                         std::vector<LocationId>& touched) {
  std::vector<LocationId> waiting = {start};
  std::vector<LocationId> seen = {start};
  std::vector<Bytes> written = {after_};  // written in this step before the location is reached
  const auto reach = [&](LocationId location) {
    const auto found = std::find(seen.begin(), seen.end(), location);
    if (found == seen.end()) {
      seen.push_back(location);
      written.push_back(after_);
      waiting.push_back(location);
      return;
    }
    Bytes& known = written[static_cast<std::size_t>(found - seen.begin())];
    bool more = false;
    for (std::size_t i = 0; i < known.size(); ++i) {
      more = more || (after_[i] && !known[i]);
      known[i] = known[i] || after_[i];
    }
    if (more && framed_) waiting.push_back(location);
  };
  while (!waiting.empty()) {
    const LocationId place = waiting.back();
    const Location& location = program_.locations[place];
    waiting.pop_back();
    const Bytes here = written[static_cast<std::size_t>(std::find(seen.begin(), seen.end(), place) - seen.begin())];
    for (std::uint32_t i = 0; i < location.count; ++i) {
      const Transition& transition = program_.transitions[location.first + i];
      before_ = here;
      after_ = written_by(transition);
      for (std::size_t k = 0; k < here.size(); ++k) after_[k] = after_[k] || here[k];
      inner_step(transition, effects);
      if (transition.kind == TransitionKind::Deterministic) {
        after_ = here;
        follow_chain(transition.inner, true, effects, touched);
        after_.assign(after_.size(), true);
      }
      if (transition.kind == TransitionKind::End) continue;
      if (deterministic ? program_.locations[transition.target].deterministic : transition.keeps_control)
        reach(transition.target);
      else
        touched.push_back(transition.target);
    }
  }
  if (!deterministic) touched.insert(touched.end(), seen.begin(), seen.end());
  return seen;
}

bool TransitionAnalysis::is_visible(const Transition& transition, const Effects& effects,
                                    const std::vector<LocationId>& touched) const {
  if (visibility_.everything || effects.everything) return true;
  if (effects.writes.meets(visibility_.objects)) return true;
  const bool processes_change = effects.ends || effects.writes.has(program_facts_.processes);
  const bool looks_at_places = !visibility_.locations.empty() || visibility_.progress || visibility_.accepting;
  if (processes_change && (visibility_.processes || looks_at_places)) return true;
  if (!looks_at_places) return false;
  // A plain step changes an atom about a location only by leaving or entering it; a chain may pass it.
  const Location& source = program_.locations[transition.source];
  const auto differs = [&](const Location& place) {
    if (visibility_.progress && place.progress != source.progress) return true;
    if (visibility_.accepting && place.accepting != source.accepting) return true;
    for (const Visibility::Place& wanted : visibility_.locations) {
      if (wanted.pid >= 0 && machine_ != nullptr && wanted.pid != static_cast<std::int64_t>(process_)) continue;
      if ((place.number == wanted.number) != (source.number == wanted.number)) return true;
    }
    return false;
  };
  for (const LocationId place : touched)
    if (differs(program_.locations[place])) return true;
  return false;
}

TransitionFacts TransitionAnalysis::facts(TransitionId id) {
  const Transition& transition = program_.transitions[id];
  const Location& location = program_.locations[transition.source];
  TransitionFacts result;
  result.effects = program_facts_.nothing();
  result.guard = result.fields = {ObjectSet(program_facts_.object_count), false, false, false};
  result.channel_heads = result.channel_tails = ObjectSet(program_facts_.object_count);
  std::vector<LocationId> touched;
  created_.clear();
  before_.assign(before_.size(), false);
  after_ = written_by(transition);
  for (std::uint32_t i = 0; i < location.count; ++i)
    if (program_.transitions[location.first + i].escape != 0)
      result.effects.everything = result.guard.everything = true;

  switch (transition.kind) {
    case TransitionKind::End:
      result.effects.ends = true;  // of two ends only one is enabled at a time
      result.effects.reads.add(program_facts_.processes);
      scan_guard({}, result.guard, result.effects, false);  // the provided clause applies to ends, too
      break;
    case TransitionKind::Deterministic:
      if (transition.otherwise) look_at_earlier(id, result);
      look_at(transition, result.guard, result.effects);
      after_.assign(after_.size(), false);
      follow_chain(transition.inner, true, result.effects, touched);
      after_.assign(after_.size(), true);
      touched.clear();
      touched.push_back(transition.target);
      break;
    case TransitionKind::Else: look_at_earlier(id, result); [[fallthrough]];
    case TransitionKind::Normal:
      scan_guard(transition.guard, result.guard, result.effects, false, true);
      scan_effect(transition.effect, result.effects);
      if (transition.channel_operation != kNone)
        own_operation(program_.channel_operations[transition.channel_operation], result);
      touched.push_back(transition.target);
      break;
  }
  if (transition.keeps_control) {
    // A sequence that never ends prevents all other processes from moving.
    if (program_facts_.without_end[transition.target]) result.effects.everything = true;
    result.chain = follow_chain(transition.target, false, result.effects, touched);
  }
  result.changes_processes = result.effects.writes.has(program_facts_.processes);
  result.local = result.effects.reads.empty() && result.effects.writes.empty() && !result.effects.everything &&
                 !result.effects.ends && result.operation == TransitionFacts::Operation::None;
  result.visible = is_visible(transition, result.effects, touched);
  result.creates = created_;
  return result;
}

std::vector<std::uint32_t> TransitionAnalysis::take_sharper() {
  std::vector<std::uint32_t> bytes;
  for (std::uint32_t i = 0; i < read_.size() && vague_; ++i)
    if (read_[i] && program_facts_.local_written[type_][i]) bytes.push_back(i);
  vague_ = false;
  read_.assign(read_.size(), false);
  return bytes;
}

}  // namespace weir
