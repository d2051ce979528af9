// SPDX-License-Identifier: Apache-2.0
#include "reduction/partial_order/instance_builder.h"

#include <algorithm>
#include <cstring>

#include "model/scalar.h"

namespace weir {

namespace {

/// Collects what code does as effects, and what it reads as conditions of a transition's enabledness.
class Collector : public CodeObserver {
 public:
  Collector(Effects& effects, Enabling* enabling, const AddObjects& objects, const AddChannels& channels,
            std::size_t processes, std::size_t lasting_channels, std::vector<std::uint32_t>& created, bool may_time_out,
            std::vector<bool>& read)
      : effects_(effects),
        enabling_(enabling),
        objects_(objects),
        channels_(channels),
        processes_(processes),
        lasting_channels_(lasting_channels),
        created_(created),
        may_time_out_(may_time_out),
        read_(read) {}

  void observe(const Observation& observation) override {
    using Kind = Observation::Kind;
    switch (observation.kind) {
      case Kind::Read: read(observation); break;
      case Kind::Write:
        if (observation.global) objects_(effects_.writes, observation.first, observation.bytes, observation.mask);
        break;
      case Kind::Channel:
        ask_channel(observation.number, observation.needed);
        ask_processes_of(observation.number);
        break;
      case Kind::ProcessCount: ask_processes(); break;
      case Kind::Timeout:
        if (!may_time_out_) depend_on_everything();
        break;
      case Kind::CreateProcess: created_.push_back(observation.type); [[fallthrough]];
      case Kind::CreateChannel:
        effects_.writes.add(processes_);
        effects_.reads.add(processes_);
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

  /// The code is the guard of the examined step.
  void is_guard_of_step(const AddSides& sides) { sides_ = &sides; }

 private:
  void read(const Observation& observation) {
    if (observation.global) {
      objects_(effects_.reads, observation.first, observation.bytes, observation.mask);
      if (enabling_ != nullptr) objects_(enabling_->objects, observation.first, observation.bytes, observation.mask);
      return;
    }
    if (enabling_ != nullptr) enabling_->locals = true;
    const std::size_t end = std::min<std::size_t>(read_.size(), std::size_t{observation.first} + observation.bytes);
    for (std::size_t i = observation.first; i < end; ++i) read_[i] = true;
  }
  /// In the guard of a taken step, a needed question was answered yes. A yes to nempty is unaffected by sends, so only
  /// receives matter to the step; a no becomes a yes only by a send. The other questions are analogous.
  void ask_channel(const AbstractValue& number, std::optional<ChannelQuestion> needed) {
    if (!needed || sides_ == nullptr || enabling_ == nullptr) {
      channels_(effects_.reads, number.lo, number.hi);
      if (enabling_ != nullptr) channels_(enabling_->objects, number.lo, number.hi);
      return;
    }
    using Question = ChannelQuestion;
    const bool polls = *needed == Question::Matches;
    const bool lost_at_head = *needed == Question::NotEmpty || *needed == Question::Full || polls;
    (*sides_)(effects_.reads, number.lo, number.hi, lost_at_head);
    (*sides_)(enabling_->objects, number.lo, number.hi, !lost_at_head);
    if (polls) (*sides_)(enabling_->objects, number.lo, number.hi, true);
  }
  void ask_processes() {
    effects_.asks_processes = true;
    effects_.reads.add(processes_);
    if (enabling_ == nullptr) return;
    enabling_->processes = true;
    enabling_->objects.add(processes_);
  }
  void ask_processes_of(const AbstractValue& channel) {
    if (channel.hi > static_cast<std::int64_t>(lasting_channels_) || channel.lo < 1) ask_processes();
  }
  void depend_on_everything() {
    effects_.everything = true;
    if (enabling_ != nullptr) enabling_->everything = true;
  }

  Effects& effects_;
  Enabling* enabling_;
  const AddObjects& objects_;
  const AddChannels& channels_;
  std::size_t processes_;
  std::size_t lasting_channels_;
  std::vector<std::uint32_t>& created_;
  bool may_time_out_;
  std::vector<bool>& read_;  ///< bytes of the own frame
  const AddSides* sides_ = nullptr;
};

/// The bytes of the frame that code may write.
class LocalWrites : public CodeObserver {
 public:
  explicit LocalWrites(std::vector<bool>& bytes) : bytes_(bytes) {}
  void observe(const Observation& observation) override {
    if (observation.kind != Observation::Kind::Write || observation.global) return;
    const std::size_t end = std::min<std::size_t>(bytes_.size(), std::size_t{observation.first} + observation.bytes);
    for (std::size_t i = observation.first; i < end; ++i) bytes_[i] = true;
  }

 private:
  std::vector<bool>& bytes_;
};

}  // namespace

InstanceBuilder::InstanceBuilder(const ProgramFacts& program_facts, std::uint32_t type, const Visibility& visibility,
                                 const Machine* machine, std::uint32_t process)
    : program_facts_(program_facts),
      program_(program_facts.program),
      type_(type),
      visibility_(visibility),
      machine_(machine),
      process_(process),
      lasting_channels_(program_facts.lasting_channels(machine, process)) {
  if (machine != nullptr) known_.pid = static_cast<std::int32_t>(process);
  const std::uint32_t frame_bytes = program_.process_types[type].frame_bytes;
  before_ = after_ = read_ = Bytes(frame_bytes, false);
  steady_ = &before_;
  objects_ = [this](ObjectSet& set, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) {
    vague_ = program_facts_.add_objects(set, first, bytes, mask) > 1 || vague_;
  };
  channels_ = [this](ObjectSet& set, std::int64_t lo, std::int64_t hi) {
    lo = std::clamp<std::int64_t>(lo, 0, kChannelLimit);
    hi = std::clamp<std::int64_t>(hi, 0, kChannelLimit);
    vague_ = vague_ || lo != hi;
    touch_channels({static_cast<std::uint32_t>(lo), static_cast<std::uint32_t>(hi), true, false, false}, true, true,
                   set);
  };
  sides_ = [this](ObjectSet& set, std::int64_t lo, std::int64_t hi, bool heads) {
    lo = std::clamp<std::int64_t>(lo, 0, kChannelLimit);
    hi = std::clamp<std::int64_t>(hi, 0, kChannelLimit);
    vague_ = vague_ || lo != hi;
    touch_channels({static_cast<std::uint32_t>(lo), static_cast<std::uint32_t>(hi), true, false, false}, heads, !heads,
                   set);
  };
  known_.constant = [this](bool global, std::uint32_t offset, const Instruction& form) -> std::optional<std::int32_t> {
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
  };
}

void InstanceBuilder::touch_channels(const Channels& channels, bool heads, bool tails, ObjectSet& set) const {
  const std::uint32_t lo = channels.known ? channels.lo : 0;
  const std::uint32_t hi = channels.known ? channels.hi : kChannelLimit;
  for (std::uint32_t i = lo; i <= hi; ++i) {
    if (heads) set.add(program_facts_.head(i));
    if (tails) set.add(program_facts_.tail(i));
  }
}

InstanceBuilder::Bytes InstanceBuilder::written_by(const Transition& transition) const {
  Bytes result(before_.size(), transition.kind == TransitionKind::Deterministic);
  LocalWrites writes(result);
  const ScanFacts unknown;
  scan_code(program_, transition.effect, unknown, writes);
  if (transition.channel_operation != kNone)
    for (const MessageField& field : program_.channel_operations[transition.channel_operation].fields)
      if (field.kind == MessageField::Kind::Store) scan_code(program_, field.code, unknown, writes);
  return result;
}

void InstanceBuilder::scan_guard(const Transition& transition, Enabling& enabling, Effects& effects, bool inner,
                                 bool guards_step) {
  steady_ = &before_;
  // Inside a step, `timeout` no longer refers to the state where the step began.
  Collector collector(effects, &enabling, objects_, channels_, program_facts_.processes, lasting_channels_, created_,
                      !inner, read_);
  if (guards_step) collector.is_guard_of_step(sides_);
  scan_code(program_, transition.guard, known_, collector);
  Collector strict(effects, &enabling, objects_, channels_, program_facts_.processes, lasting_channels_, created_,
                   false, read_);
  scan_code(program_, program_.process_types[type_].provided, known_, strict);
}

void InstanceBuilder::scan_effect(CodeRef code, Effects& effects) {
  const std::size_t before = created_.size();
  steady_ = &after_;
  Collector collector(effects, nullptr, objects_, channels_, program_facts_.processes, lasting_channels_, created_,
                      false, read_);
  scan_code(program_, code, known_, collector);
  // A new process is initialised in the step that creates it; nothing is known about it.
  const std::vector<std::uint32_t> fresh(created_.begin() + static_cast<std::ptrdiff_t>(before), created_.end());
  const ScanFacts unknown;
  for (const std::uint32_t type : fresh)
    scan_code(program_, program_.process_types[type].initialise, unknown, collector);
}

InstanceBuilder::Channels InstanceBuilder::channels_of(const ChannelOperation& operation, Enabling& enabling,
                                                       Effects& effects) {
  Channels result;
  AbstractValue number;
  if (operation.static_channel != kNone) {
    number = AbstractValue::number(operation.static_channel + 1);
  } else {
    Transition code;
    code.guard = operation.channel;
    steady_ = &before_;
    const AddChannels every_channel = [](ObjectSet& set, std::int64_t, std::int64_t) { set.add_all(); };
    Collector collector(effects, &enabling, objects_, every_channel, program_facts_.processes, lasting_channels_,
                        created_, false, read_);
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

AbstractValue InstanceBuilder::scan(CodeRef code, Effects& effects) {
  steady_ = &before_;
  Collector collector(effects, nullptr, objects_, channels_, program_facts_.processes, lasting_channels_, created_,
                      false, read_);
  return scan_code(program_, code, known_, collector);
}

void InstanceBuilder::tell_watcher(const ChannelOperation& operation, const Channels& channels,
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
void InstanceBuilder::own_operation(const ChannelOperation& operation, TransitionFacts& facts) {
  using Kind = ChannelOperation::Kind;
  using Operation = TransitionFacts::Operation;
  const Channels channels = channels_of(operation, facts.guard, facts.effects);
  tell_watcher(operation, channels, facts.effects);
  facts.anywhere = operation.searches();
  facts.channel_varies = !channels.known || channels.lo != channels.hi;
  for (const MessageField& field : operation.fields) {
    if (field.code.empty()) continue;
    if (field.kind == MessageField::Kind::Store) {
      scan_effect(field.code, facts.effects);
    } else {
      Transition code;
      code.guard = field.code;
      scan_guard(code, facts.fields, facts.effects, true);
    }
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
void InstanceBuilder::look_at(const Transition& transition, Enabling& enabling, Effects& effects) {
  if (transition.kind == TransitionKind::Deterministic) {
    const Location& inner = program_.locations[transition.inner];
    for (std::uint32_t i = 0; i < inner.count; ++i) look_at(program_.transitions[inner.first + i], enabling, effects);
    return;
  }
  scan_guard(transition, enabling, effects, false);
  if (transition.kind == TransitionKind::End) enabling.everything = effects.everything = true;
  if (transition.channel_operation == kNone) return;
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  const Channels channels = channels_of(operation, enabling, effects);
  if (channels.rendezvous) enabling.everything = effects.everything = true;
  touch_channels(channels, true, true, effects.reads);
  touch_channels(channels, true, true, enabling.objects);
  if (!operation.sends())
    for (const MessageField& field : operation.fields)
      if (field.kind == MessageField::Kind::Match && !field.code.empty()) {
        Transition code;
        code.guard = field.code;
        scan_guard(code, enabling, effects, true);
      }
}

/// A transition in the middle of a step: the step ends where it blocks, so its enabledness is observed.
void InstanceBuilder::inner_step(const Transition& transition, Effects& effects) {
  Enabling unused{ObjectSet(program_facts_.object_count), false, false, false};
  if (transition.kind == TransitionKind::End) {
    effects.ends = effects.asks_processes = true;
    effects.reads.add(program_facts_.processes);
    return;
  }
  scan_guard(transition, unused, effects, true);
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

std::vector<LocationId> InstanceBuilder::follow_chain(LocationId start, bool deterministic, Effects& effects,
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

bool InstanceBuilder::is_visible(const Transition& transition, const Effects& effects,
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

TransitionFacts InstanceBuilder::facts(TransitionId id) {
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
      result.effects.ends = true;  // reads nothing: of two ends only one is enabled at a time
      result.effects.reads.add(program_facts_.processes);
      break;
    case TransitionKind::Deterministic:
      if (transition.otherwise)
        for (std::uint32_t i = 0; location.first + i != id; ++i)
          look_at(program_.transitions[location.first + i], result.guard, result.effects);
      look_at(transition, result.guard, result.effects);
      after_.assign(after_.size(), false);
      follow_chain(transition.inner, true, result.effects, touched);
      after_.assign(after_.size(), true);
      touched.clear();
      touched.push_back(transition.target);
      break;
    case TransitionKind::Else:
      for (std::uint32_t i = 0; location.first + i != id; ++i)
        look_at(program_.transitions[location.first + i], result.guard, result.effects);
      [[fallthrough]];
    case TransitionKind::Normal:
      scan_guard(transition, result.guard, result.effects, false, true);
      scan_effect(transition.effect, result.effects);
      if (transition.channel_operation != kNone)
        own_operation(program_.channel_operations[transition.channel_operation], result);
      touched.push_back(transition.target);
      break;
  }
  if (transition.keeps_control) {
    // A sequence that never ends prevents all other processes from moving.
    if (program_facts_.without_end[transition.target]) result.effects.everything = true;
    chain_[id] = follow_chain(transition.target, false, result.effects, touched);
  }
  result.changes_processes = result.effects.writes.has(program_facts_.processes);
  result.local = result.effects.reads.empty() && result.effects.writes.empty() && !result.effects.everything &&
                 !result.effects.ends && result.operation == TransitionFacts::Operation::None;
  result.visible = is_visible(transition, result.effects, touched);
  created_by_[id] = created_;
  all_created_.insert(all_created_.end(), created_.begin(), created_.end());
  return result;
}

void InstanceBuilder::add_later(ProcessInstance& instance) {
  std::unordered_map<LocationId, Effects> after;
  for (const LocationId place : program_facts_.places[type_]) after.emplace(place, program_facts_.nothing());
  const auto same = [](const Effects& a, const Effects& b) {
    return a.reads == b.reads && a.writes == b.writes && a.rendezvous_sends == b.rendezvous_sends &&
           a.rendezvous_receives == b.rendezvous_receives && a.everything == b.everything && a.ends == b.ends &&
           a.asks_processes == b.asks_processes;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = program_facts_.places[type_].size(); k-- > 0;) {
      const LocationId place = program_facts_.places[type_][k];
      const Location& location = program_.locations[place];
      Effects sum = after.at(place);
      for (std::uint32_t i = 0; i < location.count; ++i) {
        const TransitionId id = location.first + i;
        sum |= instance.at(id).effects;
        for (const std::uint32_t child : created_by_[id]) sum |= program_facts_.type_effects[child];
        const auto next = after.find(program_.transitions[id].target);
        if (program_.transitions[id].kind != TransitionKind::End && next != after.end()) sum |= next->second;
      }
      if (same(sum, after.at(place))) continue;
      after.at(place) = std::move(sum);
      changed = true;
    }
  }
  for (const TransitionId id : own_) {
    TransitionFacts& facts = instance.at(id);
    facts.later = program_facts_.nothing();
    const Transition& transition = program_.transitions[id];
    if (const auto next = after.find(transition.target); transition.kind != TransitionKind::End && next != after.end())
      facts.later |= next->second;
    for (const std::uint32_t child : created_by_[id]) facts.later |= program_facts_.type_effects[child];
  }
}

/// Transitions that break every cycle of the control graph, or every cycle without a visible step. Steps that access
/// shared objects are preferred: they are rarely chosen alone anyway.
std::vector<TransitionId> InstanceBuilder::feedback_set(const ProcessInstance& instance, bool visible_breaks) const {
  struct Edge {
    TransitionId id;
    LocationId from, to;
  };
  std::vector<Edge> edges;
  for (const TransitionId id : own_) {
    const Transition& transition = program_.transitions[id];
    if (transition.kind == TransitionKind::End || (visible_breaks && instance.at(id).visible)) continue;
    edges.push_back({id, transition.source, transition.target});
  }
  std::vector<TransitionId> chosen;
  for (;;) {
    // Remove edges that are on no cycle, repeatedly: those from sources or into sinks.
    for (bool changed = true; changed;) {
      std::unordered_map<LocationId, int> in, out;
      for (const Edge& edge : edges) {
        ++in[edge.to];
        ++out[edge.from];
      }
      const auto idle = [&](const Edge& edge) { return in[edge.from] == 0 || out[edge.to] == 0; };
      const auto keep = std::remove_if(edges.begin(), edges.end(), idle);
      changed = keep != edges.end();
      edges.erase(keep, edges.end());
    }
    if (edges.empty()) return chosen;
    std::unordered_map<LocationId, int> in;
    for (const Edge& edge : edges) ++in[edge.to];
    const auto score = [&](const Edge& edge) {
      return (instance.at(edge.id).local ? 0 : 1000000) + in[edge.to] * 1000 +
             (program_.transitions[edge.id].source >= edge.to ? 1 : 0);
    };
    const auto best =
        std::max_element(edges.begin(), edges.end(), [&](const Edge& a, const Edge& b) { return score(a) < score(b); });
    chosen.push_back(best->id);
    edges.erase(best);
  }
}

/// Every cycle of the process must contain a sticky or visible step, in every state. The instance depends on the
/// existing channels, which may change along the cycle; in that case the choice must not depend on them, nor on
/// visibility, which follows from them.
void InstanceBuilder::mark_sticky(ProcessInstance& instance) {
  std::vector<TransitionId> sticky;
  if (program_facts_.creates_channels) {
    InstanceBuilder blind(program_facts_, type_, visibility_, machine_, process_);
    blind.forget_made_channels();
    sticky = blind.feedback_set(*blind.all_facts(), false);
  } else {
    sticky = feedback_set(instance, true);
  }
  for (const TransitionId id : sticky) instance.at(id).sticky = true;
  // A step that may pass a sticky transition is sticky.
  for (const TransitionId id : own_) {
    const auto chain = chain_.find(id);
    if (chain == chain_.end()) continue;
    for (const LocationId place : chain->second) {
      const Location& location = program_.locations[place];
      for (const TransitionId inside : sticky)
        if (inside >= location.first && inside < location.first + location.count) instance.at(id).sticky = true;
    }
  }
}

std::unique_ptr<ProcessInstance> InstanceBuilder::all_facts() {
  for (const LocationId place : program_facts_.places[type_])
    for (std::uint32_t i = 0; i < program_.locations[place].count; ++i)
      own_.push_back(program_.locations[place].first + i);
  std::sort(own_.begin(), own_.end());
  auto instance = std::make_unique<ProcessInstance>();
  if (own_.empty()) return instance;
  instance->first = own_.front();
  instance->facts.resize(own_.back() - own_.front() + 1);
  for (const LocationId place : program_facts_.places[type_]) {
    const Location& location = program_.locations[place];
    vague_ = false;
    read_.assign(read_.size(), false);
    for (std::uint32_t i = 0; i < location.count; ++i) instance->at(location.first + i) = facts(location.first + i);
    if (!vague_) continue;
    std::vector<std::uint32_t> bytes;
    for (std::uint32_t i = 0; i < read_.size(); ++i)
      if (read_[i] && program_facts_.local_written[type_][i]) bytes.push_back(i);
    if (bytes.empty()) continue;
    instance->sharper.resize(instance->facts.size());
    instance->sharper[location.first - instance->first] = std::move(bytes);
  }
  return instance;
}

std::unique_ptr<ProcessInstance> InstanceBuilder::build() {
  auto instance = all_facts();
  if (own_.empty()) return instance;
  add_later(*instance);
  mark_sticky(*instance);
  return instance;
}

}  // namespace weir
