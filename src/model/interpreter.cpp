// SPDX-License-Identifier: Apache-2.0
// How a state is expanded, with the meaning that Spin's verifier gives to Promela:
//
//   every process, the youngest first, tries the transitions of its location in order;
//   if nothing was possible anywhere, once more with `timeout` true;
//   a transition that keeps control is followed by those of the same process alone, as long as it can move; only where
//   the chain ends, or blocks, is there a state; a rendezvous send is one step with the matching receive of another
//   process, and control is then the receiver's.
//
// A successor is written straight into the caller's buffer. Where the chain goes on it is moved to a stack of its own.
#include "model/interpreter.h"

#include <pthread.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/assert.h"

namespace weir {

namespace {

constexpr std::uint64_t kWatchChains = 4096;    ///< transitions of one step from which on repetitions are looked for
constexpr std::uint64_t kChainLimit = 2000000;  ///< transitions of one step, and of one d_step

}  // namespace

/// A state in the middle of an uninterrupted sequence.
struct Link {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t process = 0;   ///< who has control
  bool resized = false;        ///< processes or channels are not those of the state that is expanded
  Step first;                  ///< how the step began
  std::uint32_t path = kNone;  ///< only when recording: its last transition
};

struct Interpreter::Scratch {
  Scratch(const Program& program, const MachineTables& tables)
      : machine(program, tables), fired(program.transitions.size()) {
    context.fired = fired.data();
    context.process_offset = machine.process_offsets();
    context.channel_offset = machine.channel_offsets();
    context.channel_type = machine.channel_types();
  }
  Machine machine;
  NativeContext context;
  std::vector<std::byte> chain_bytes;
  std::size_t chain_used = 0;  ///< of chain_bytes
  std::vector<Link> chain;
  std::vector<std::byte> current;        ///< the link being expanded
  std::unordered_set<std::string> seen;  ///< links of a long chain
  std::uint64_t expansions = 0;          ///< by the interpreter, while there is no native code
  bool laid_out = false;                 ///< the machine knows where things are in every state of a fixed layout
  std::vector<std::uint8_t> fired;       ///< by transition: 1 once it was taken
};

/// Working memory for the time of one call.
class Interpreter::Lease {
 public:
  explicit Lease(const Interpreter& owner) : owner_(owner) {
    // Each thread has a few places of its own to look at: two that shared one would pass a cache line to and fro.
    home_ = (static_cast<std::uint64_t>(pthread_self()) * 0x9E3779B97F4A7C15ULL) >> 32;
    for (std::size_t i = 0; i < kTries; ++i) {
      std::atomic<Scratch*>& slot = place(i);
      Scratch* found = slot.load(std::memory_order_relaxed);
      if (!usable(found) || !usable(found = slot.exchange(taken(), std::memory_order_acquire))) continue;
      scratch_ = found;
      from_ = &slot;
      return;
    }
    scratch_ = new Scratch(owner_.program_, owner_.tables_);
  }
  ~Lease() {
    // Nobody else writes to a place that is marked as taken.
    if (from_ != nullptr) {
      from_->store(scratch_, std::memory_order_release);
      return;
    }
    for (std::size_t i = 0; i < kTries; ++i) {
      Scratch* expected = nullptr;
      if (place(i).compare_exchange_strong(expected, scratch_, std::memory_order_release, std::memory_order_relaxed))
        return;
    }
    owner_.keep_fired(*scratch_);
    delete scratch_;
  }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;
  Scratch& operator*() const { return *scratch_; }
  Scratch* operator->() const { return scratch_; }

  /// What is in the place of working memory that is in use.
  static Scratch* taken() { return reinterpret_cast<Scratch*>(std::uintptr_t{1}); }
  static bool usable(const Scratch* found) { return found != nullptr && found != taken(); }

 private:
  static constexpr std::size_t kTries = 8;
  std::atomic<Scratch*>& place(std::size_t i) const { return owner_.idle_[(home_ + i) % kLeases].scratch; }

  const Interpreter& owner_;
  std::uint64_t home_ = 0;
  std::atomic<Scratch*>* from_ = nullptr;  ///< nullptr: it is new
  Scratch* scratch_ = nullptr;
};

/// Transitions taken, each with the one before it: chains that begin alike share their beginning.
struct Recording {
  struct PathNode {
    MicroStep step;
    std::uint32_t before = kNone;
  };
  std::vector<PathNode> nodes;
  std::string printed;
};

/// One call of successors or unfold.
class Interpreter::Expansion {
 public:
  /// `room`: bytes behind every successor that are the caller's.
  Expansion(const Program& program, Scratch& scratch, SuccessorBuffer& out, const NativeCode* native = nullptr,
            std::size_t room = 0)
      : program_(program),
        scratch_(scratch),
        machine_(scratch.machine),
        out_(out),
        base_(out.size()),
        room_(room),
        native_(native),
        context_(scratch.context) {}

  /// `attached`: the machine looks at the state already.
  void run(StateView state, bool attached = false) {
    expand(state, attached);
    if (!gave_up_) return;
    // Native code met something that went wrong; the interpreter knows what to say about it.
    while (out_.size() > base_) out_.pop_back();
    scratch_.chain.clear();
    scratch_.chain_used = 0;
    machine_.error = RuntimeError::None;
    machine_.failed_assertion = kNone;
    native_ = nullptr;
    gave_up_ = false;
    chain_steps_ = 0;
    expand(state, false);
  }

  static NativeHooks hooks();

  /// Keeps the transitions of the step `wanted` in `found`.
  void record(const Step& wanted, std::vector<MicroStep>& found, Recording& recording) {
    wanted_ = &wanted;
    found_ = &found;
    recording_ = &recording;
    machine_.output = &recording.printed;
  }

  bool can_move(Machine& machine, std::uint32_t process);

 private:
  std::byte* append(const Step& step, std::size_t size) { return out_.append(step, size + room_); }
  void append(const Step& step, StateView state) {
    std::byte* target = append(step, state.size());
    if (!state.empty()) std::memcpy(target, state.data(), state.size());
  }
  void expand(StateView state, bool attached) {
    machine_.timeout = false;
    look_at(state, attached);
    context_.chained = 0;
    context_.followed = 0;
    everybody();
    if (!moved_ && program_.has_timeout && !gave_up_) {
      machine_.timeout = true;
      context_.timeout = 1;
      everybody();
      context_.timeout = 0;
      machine_.timeout = false;
    }
    while (!scratch_.chain.empty() && !gave_up_) follow();
    if (!scratch_.seen.empty()) scratch_.seen.clear();
  }
  void look_at(StateView state, bool same_layout = false);
  void everybody();
  bool process(std::uint32_t process);
  bool interpret(std::uint32_t process);
  bool walk(std::uint32_t first, std::uint32_t last);
  bool run_native(NativeCode::Function function, std::uint32_t process);
  std::uint32_t outcome(bool taken) const {
    return static_cast<std::uint32_t>(gave_up_ ? NativeOutcome::GaveUp
                                      : taken  ? NativeOutcome::Moved
                                               : NativeOutcome::Blocked);
  }
  bool consider(std::uint32_t process, const Transition& transition, bool moved_before, std::uint16_t& escape);
  bool possible(const Transition& transition);
  void take(std::uint32_t process, const Transition& transition, std::int32_t channel, std::int32_t slot);
  bool take_deterministic(std::uint32_t process, const Transition& transition);
  const Transition* first_possible(LocationId location, std::int32_t& channel, std::int32_t& slot);
  bool run_deterministic(std::uint32_t process, LocationId location);
  bool rendezvous(std::uint32_t sender, const Transition& transition, std::int32_t channel);
  bool meet(std::uint32_t sender, const Transition& transition, std::int32_t channel, std::size_t count);
  bool receive_from(std::uint32_t sender, const Transition& sending, std::uint32_t receiver,
                    const Transition& receiving, const Transition& inner, std::int32_t channel,
                    const std::int32_t* values, std::size_t count);
  bool try_receiver(std::uint32_t sender, const Transition& sending, std::uint32_t receiver, std::int32_t channel,
                    const std::int32_t* values, std::size_t count);
  void apply(const Transition& transition, std::int32_t channel, std::int32_t slot);
  void finish(const Transition& transition, Step step, std::uint32_t control, bool resized);
  void follow();
  bool repeated(const Link& link);
  bool provided(std::uint32_t process);
  Step pair_step() const;
  void mark(const Transition& transition) { scratch_.fired[number_of(transition)] = 1; }
  std::size_t number_of(const Transition& transition) const {
    return static_cast<std::size_t>(&transition - program_.transitions.data());
  }
  void note(std::uint32_t process, const Transition& transition, bool receives = false);
  std::vector<MicroStep> path() const {
    std::vector<MicroStep> result;
    const std::vector<Recording::PathNode>& nodes = recording_->nodes;
    for (std::uint32_t at = path_; at != kNone; at = nodes[at].before) result.push_back(nodes[at].step);
    std::reverse(result.begin(), result.end());
    return result;
  }

  const Program& program_;
  Scratch& scratch_;
  Machine& machine_;
  SuccessorBuffer& out_;
  std::size_t base_;
  std::size_t room_;
  StateView state_;
  bool moved_ = false;
  bool only_committed_ = false;  ///< some process is at a committed location: both partners must be
  const Link* link_ = nullptr;   ///< the link being expanded; nullptr: the state itself
  std::uint64_t chain_steps_ = 0;
  bool other_layout_ = false;  ///< the machine looks at a link that is `resized`

  const NativeCode* native_;
  NativeContext& context_;
  bool gave_up_ = false;

  const Step* wanted_ = nullptr;
  std::vector<MicroStep>* found_ = nullptr;
  Recording* recording_ = nullptr;
  std::uint32_t path_ = kNone;    ///< the last transition
  std::uint32_t within_ = kNone;  ///< for what is noted
  bool continues_ = false;
};

bool Interpreter::Expansion::provided(std::uint32_t process) {
  if (!program_.has_provided) return true;
  const CodeRef condition =
      program_.process_types[program_.locations[machine_.location(process)].process_type].provided;
  return condition.empty() || machine_.evaluate(condition) != 0;
}

/// The state whose successors are sought from now on. `same_layout`: as the machine knows it already.
void Interpreter::Expansion::look_at(StateView state, bool same_layout) {
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
  context_.out = &out_.arrays();
  context_.record_bytes = state.size() + room_;
  context_.first_place = base_;
  context_.process_count = machine_.process_count();
  context_.channel_count = machine_.channel_count();
}

void Interpreter::Expansion::everybody() {
  moved_ = false;
  const std::uint32_t count = machine_.process_count();
  if (program_.has_committed) {
    bool committed = false;
    for (std::uint32_t i = 0; i < count; ++i) committed |= program_.locations[machine_.location(i)].committed;
    only_committed_ = committed;
    for (std::uint32_t i = count; i-- > 0;)
      if (!committed || program_.locations[machine_.location(i)].committed) moved_ |= process(i);
    only_committed_ = false;
    return;
  }
  if (program_.has_priorities) {
    // Only the highest priority among the processes that can move.
    std::uint32_t highest = 0;
    for (std::uint32_t i = 0; i < count; ++i)
      if (machine_.priority(i) > highest && can_move(machine_, i)) highest = machine_.priority(i);
    for (std::uint32_t i = count; i-- > 0;)
      if (machine_.priority(i) >= highest) moved_ |= process(i);
    return;
  }
  if (native_ != nullptr && !program_.has_provided) {
    if (count > 0) moved_ = walk(count - 1, 0);
    return;
  }
  for (std::uint32_t i = count; i-- > 0 && !gave_up_;) moved_ |= process(i);
}

bool Interpreter::Expansion::process(std::uint32_t process) {
  if (program_.has_provided) {
    machine_.select(process);
    if (!provided(process)) return false;
  }
  return native_ != nullptr ? walk(process, process) : interpret(process);
}

bool Interpreter::Expansion::interpret(std::uint32_t process) {
  machine_.select(process);
  const Location& location = program_.locations[machine_.location(process)];
  bool moved = false;
  std::uint16_t escape = 0;
  const Transition* transition = program_.transitions.data() + location.first;
  for (const Transition* end = transition + location.count; transition != end; ++transition) {
    if (escape != 0 && transition->escape != escape) break;
    if (!consider(process, *transition, moved, escape)) continue;
    moved = true;
    escape = transition->escape;
  }
  return moved;
}

bool Interpreter::Expansion::possible(const Transition& transition) {
  return transition.guard.empty() || machine_.evaluate(transition.guard) != 0 || machine_.error != RuntimeError::None;
}

/// Takes the transition if it is possible; tells whether it was.
bool Interpreter::Expansion::consider(std::uint32_t process, const Transition& transition, bool moved_before,
                                      std::uint16_t& escape) {
  switch (transition.kind) {
    case TransitionKind::Else:
      if (moved_before) return false;
      break;
    case TransitionKind::End: {
      if (process + 1 != machine_.process_count()) return false;
      Step step;
      step.transition = static_cast<TransitionId>(&transition - program_.transitions.data());
      step.process = static_cast<std::int32_t>(process);
      note(process, transition);
      const StateView all = machine_.view();
      append(step, all.first(machine_.process_offset(process)));
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
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  const std::int32_t channel = machine_.channel_of(operation);
  if (machine_.error != RuntimeError::None) {
    take(process, transition, 0, 0);
    return true;
  }
  const ChannelType& type = machine_.type_of(channel);
  if (operation.sends()) {
    if (type.capacity == 0) {
      if (rendezvous(process, transition, channel)) return true;
      escape = 0;  // as in Spin, a send that finds no partner lifts what an escape before it has barred
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

/// Runs message passing and effect on the machine's working copy.
void Interpreter::Expansion::apply(const Transition& transition, std::int32_t channel, std::int32_t slot) {
  if (machine_.error != RuntimeError::None) return;
  if (channel != 0) {
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
    if (operation.sends()) {
      std::int32_t values[kMessageLimit];
      machine_.message(operation, channel, values);
      if (machine_.error == RuntimeError::None) machine_.send(operation, channel, values);
    } else {
      machine_.receive(operation, channel, slot);
    }
  }
  if (machine_.error == RuntimeError::None) machine_.execute(transition.effect);
}

/// A transition is taken.
void Interpreter::Expansion::note(std::uint32_t process, const Transition& transition, bool receives) {
  mark(transition);
  if (found_ == nullptr) return;
  MicroStep micro;
  micro.transition = static_cast<TransitionId>(&transition - program_.transitions.data());
  micro.process = static_cast<std::int32_t>(process);
  micro.receives = receives;
  micro.within = within_;
  micro.continues = continues_;
  const StateView now = machine_.view();
  micro.before.assign(now.begin(), now.end());
  if (transition.channel_operation != kNone) {
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
    const RuntimeError before = machine_.error;
    micro.channel = machine_.channel_of(operation);
    if (machine_.error == RuntimeError::None) {
      std::int32_t values[kMessageLimit];
      std::size_t count = 0;
      if (operation.sends()) {
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
  recording_->nodes.push_back({std::move(micro), path_});
  path_ = static_cast<std::uint32_t>(recording_->nodes.size() - 1);
}

void Interpreter::Expansion::take(std::uint32_t process, const Transition& transition, std::int32_t channel,
                                  std::int32_t slot) {
  Step step;
  step.transition = static_cast<TransitionId>(&transition - program_.transitions.data());
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

/// The new state is the last one of the buffer: a successor, or a link to be followed.
void Interpreter::Expansion::finish(const Transition& transition, Step step, std::uint32_t control, bool resized) {
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
  if (program_.has_last) {
    std::byte* state = const_cast<std::byte*>(out_.state(last).data());
    state[program_.last.offset] = static_cast<std::byte>(control);
  }
  const bool chained = link_ != nullptr;
  if (chained) {
    const Fault before = link_->first.fault;
    const Fault now = step.fault;
    step = link_->first;
    step.fault = now != Fault::None ? now : before;
  }
  if (transition.keeps_control && !broken) {
    const StateView with_room = out_.state(last);
    const StateView state = with_room.first(with_room.size() - room_);
    Link link;
    link.offset = scratch_.chain_used;
    link.size = state.size();
    link.process = control;
    link.first = step;
    scratch_.chain_used += state.size();
    if (scratch_.chain_used > scratch_.chain_bytes.size()) scratch_.chain_bytes.resize(2 * scratch_.chain_used);
    if (!state.empty()) std::memcpy(scratch_.chain_bytes.data() + link.offset, state.data(), state.size());
    link.resized = resized || (chained && link_->resized);
    if (found_ != nullptr) link.path = path_;
    scratch_.chain.push_back(std::move(link));
    out_.pop_back();
  } else {
    // Several transitions, or two processes: the place among the successors says which step it is.
    if (chained || step.partner != kNoProcess) step.transition = kComposite + static_cast<std::uint32_t>(last - base_);
    out_.step(last) = step;
    if (found_ != nullptr && wanted_->transition == step.transition && wanted_->process == step.process)
      *found_ = path();
  }
  if (found_ != nullptr) {
    if (chained)
      path_ = link_->path;
    else
      path_ = kNone;
  }
  // Go on looking at the state that is being expanded.
  if (resized)
    machine_.attach(state_);
  else
    machine_.work_on(const_cast<std::byte*>(state_.data()));
}

bool Interpreter::Expansion::repeated(const Link& link) {
  std::string key(reinterpret_cast<const char*>(scratch_.chain_bytes.data() + link.offset), link.size);
  key += static_cast<char>(link.process);
  return !scratch_.seen.insert(std::move(key)).second;
}

/// Expands the youngest link: the process in control goes on alone; if it cannot, the link is a state.
void Interpreter::Expansion::follow() {
  Link link = std::move(scratch_.chain.back());
  scratch_.chain.pop_back();
  ++chain_steps_;
  if (native_ != nullptr) {
    chain_steps_ += std::exchange(context_.followed, 0);
    // A chain this long may have no end, which only the interpreter can tell.
    if (chain_steps_ > kWatchChains) {
      gave_up_ = true;
      return;
    }
  }
  const bool cyclic = chain_steps_ > kWatchChains && repeated(link);
  scratch_.current.resize(link.size);
  if (link.size > 0) std::memcpy(scratch_.current.data(), scratch_.chain_bytes.data() + link.offset, link.size);
  scratch_.chain_used = link.offset;
  if (cyclic) return;
  look_at(scratch_.current, !link.resized && !other_layout_);
  other_layout_ = link.resized;
  link_ = &link;
  context_.chained = 1;
  if (found_ != nullptr) path_ = link.path;
  const bool endless = chain_steps_ > kChainLimit;
  if (endless || (!process(link.process) && !gave_up_)) {
    Step step = link.first;
    if (endless) step.fault = Fault::RuntimeError;
    step.transition = kComposite + static_cast<std::uint32_t>(out_.size() - base_);
    append(step, state_);
    if (found_ != nullptr && wanted_->transition == step.transition && wanted_->process == step.process)
      *found_ = path();
  }
  link_ = nullptr;
  path_ = kNone;
}

// ---------------------------------------------------------------------------------------------------------------------
// deterministic sequences

/// The transition that a deterministic location takes; nullptr: it blocks.
const Transition* Interpreter::Expansion::first_possible(LocationId location, std::int32_t& channel,
                                                         std::int32_t& slot) {
  const Location& here = program_.locations[location];
  for (std::uint32_t i = 0; i < here.count; ++i) {
    const Transition& transition = program_.transitions[here.first + i];
    channel = slot = 0;
    if (!possible(transition)) continue;
    if (transition.channel_operation == kNone || machine_.error != RuntimeError::None) return &transition;
    const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
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
      if (slot >= 0) return &transition;
    }
  }
  return nullptr;
}

/// Goes on in the working copy until the sequence is left; false: a run-time error.
bool Interpreter::Expansion::run_deterministic(std::uint32_t process, LocationId location) {
  for (std::uint64_t steps = 0; program_.locations[location].deterministic; ++steps) {
    std::int32_t channel = 0;
    std::int32_t slot = 0;
    const Transition* transition = first_possible(location, channel, slot);
    if (transition == nullptr) machine_.error = RuntimeError::BlockedInside;
    if (steps > kChainLimit) machine_.error = RuntimeError::EndlessSequence;
    if (machine_.error != RuntimeError::None) return false;
    continues_ = true;
    note(process, *transition);
    continues_ = false;
    apply(*transition, channel, slot);
    if (found_ != nullptr) recording_->nodes[path_].step.output = std::exchange(recording_->printed, {});
    location = transition->target;
    if (machine_.error != RuntimeError::None) return false;
  }
  return true;
}

bool Interpreter::Expansion::take_deterministic(std::uint32_t process, const Transition& transition) {
  std::int32_t channel = 0;
  std::int32_t slot = 0;
  const Transition* start = first_possible(transition.inner, channel, slot);
  if (start == nullptr) return false;
  Step step;
  step.transition = static_cast<TransitionId>(&transition - program_.transitions.data());
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

// ---------------------------------------------------------------------------------------------------------------------
// rendezvous

bool Interpreter::Expansion::rendezvous(std::uint32_t sender, const Transition& transition, std::int32_t channel) {
  const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
  std::int32_t* values = context_.values;
  const std::size_t count = machine_.message(operation, channel, values);
  if (machine_.error != RuntimeError::None) {
    take(sender, transition, 0, 0);
    return true;
  }
  return meet(sender, transition, channel, count);
}

/// Looks for receivers of the message in context_.values.
bool Interpreter::Expansion::meet(std::uint32_t sender, const Transition& transition, std::int32_t channel,
                                  std::size_t count) {
  const std::int32_t* values = context_.values;
  context_.channel = channel;
  context_.value_count = static_cast<std::uint32_t>(count);
  context_.sender_frame = machine_.process_offset(sender);
  context_.sender_target = transition.target;
  context_.sender_acts = !transition.effect.empty();
  context_.sender = static_cast<std::int32_t>(sender);
  context_.sending = static_cast<TransitionId>(number_of(transition));
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

bool Interpreter::Expansion::try_receiver(std::uint32_t sender, const Transition& sending, std::uint32_t receiver,
                                          std::int32_t channel, const std::int32_t* values, std::size_t count) {
  const LocationId here = machine_.location(receiver);
  const NativeCode::Function function = native_ == nullptr ? nullptr : native_->receivers(here).function;
  machine_.select(receiver);
  if (!provided(receiver)) return false;
  const Location& location = program_.locations[here];
  if (only_committed_ && !location.committed) return false;
  if (function != nullptr && !sending.resizes) return run_native(function, receiver);
  bool moved = false;
  std::uint16_t escape = 0;
  for (std::uint32_t i = 0; i < location.count; ++i) {
    const Transition& transition = program_.transitions[location.first + i];
    if (escape != 0 && transition.escape != escape) break;
    bool taken = false;
    if (transition.kind == TransitionKind::Deterministic) {
      const Location& inner = program_.locations[transition.inner];
      for (std::uint32_t j = 0; j < inner.count && !taken; ++j)
        taken = receive_from(sender, sending, receiver, transition, program_.transitions[inner.first + j], channel,
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

/// `inner` is the receive; `receiving` the transition it belongs to, the same unless a d_step begins with it.
bool Interpreter::Expansion::receive_from(std::uint32_t sender, const Transition& sending, std::uint32_t receiver,
                                          const Transition& receiving, const Transition& inner, std::int32_t channel,
                                          const std::int32_t* values, std::size_t count) {
  if (inner.channel_operation == kNone) return false;
  const ChannelOperation& operation = program_.channel_operations[inner.channel_operation];
  if (operation.sends()) return false;
  machine_.select(receiver);
  if (operation.static_channel != kNone ? operation.static_channel + 1 != static_cast<std::uint32_t>(channel)
                                        : machine_.channel_of(operation) != channel) {
    machine_.error = RuntimeError::None;  // another channel, or none: not our partner
    return false;
  }
  if (!possible(inner) || !machine_.matches(operation, values, count)) return false;

  Step step;
  step.transition = static_cast<TransitionId>(&sending - program_.transitions.data());
  step.process = static_cast<std::int32_t>(sender);
  step.partner = static_cast<std::int32_t>(receiver);
  const StateView from = machine_.view();
  machine_.select(sender);
  note(sender, sending);
  machine_.select(receiver);
  if (&inner != &receiving) within_ = static_cast<TransitionId>(&receiving - program_.transitions.data());
  mark(receiving);
  note(receiver, inner, true);
  if (found_ != nullptr) recording_->nodes[path_].step.message.assign(values, values + count);
  const bool resizes = sending.resizes || receiving.resizes;
  if (resizes) {
    machine_.own(from);
  } else {
    std::byte* copy = append(step, from.size());
    std::memcpy(copy, from.data(), from.size());
    machine_.work_on(copy);
  }
  machine_.set_location(sender, sending.target);
  if (operation.fields.size() != count) machine_.error = RuntimeError::WrongFieldCount;
  machine_.store_fields(operation, values, count);
  if (!sending.effect.empty()) {
    machine_.select(sender);
    machine_.execute(sending.effect);
    machine_.select(receiver);
  }
  machine_.execute(inner.effect);
  if (&inner != &receiving && machine_.error == RuntimeError::None) run_deterministic(receiver, inner.target);
  within_ = kNone;
  machine_.set_location(receiver, receiving.target);
  if (resizes) append(step, machine_.owned());
  finish(receiving, step, receiver, resizes);
  machine_.select(receiver);
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// native code, and its way back

bool Interpreter::Expansion::run_native(NativeCode::Function function, std::uint32_t process) {
  context_.pid = static_cast<std::int32_t>(process);
  context_.frame = machine_.process_offset(process);
  const auto answer = static_cast<NativeOutcome>(function(&context_));
  gave_up_ = gave_up_ || answer == NativeOutcome::GaveUp;
  return answer != NativeOutcome::Blocked;
}

/// Processes from the first down to the last.
bool Interpreter::Expansion::walk(std::uint32_t first, std::uint32_t last) {
  context_.pid = static_cast<std::int32_t>(first);
  context_.last_pid = static_cast<std::int32_t>(last);
  const auto answer = static_cast<NativeOutcome>(native_->walk()(&context_));
  gave_up_ = gave_up_ || answer == NativeOutcome::GaveUp;
  return answer != NativeOutcome::Blocked;
}

NativeHooks Interpreter::Expansion::hooks() {
  NativeHooks hooks;
  hooks.begin = [](NativeContext* context, std::uint32_t transition) {
    auto& self = *static_cast<Expansion*>(context->owner);
    context->fired[transition] = 1;
    Step step;
    step.transition = transition;
    step.process = context->pid;
    std::byte* copy = self.append(step, context->size);
    std::memcpy(copy, context->source, context->size);
    return copy;
  };
  hooks.finish = [](NativeContext* context, std::uint32_t first, std::uint32_t last) {
    auto& self = *static_cast<Expansion*>(context->owner);
    Step step;
    step.transition = first;
    step.process = context->pid;
    self.finish(self.program_.transitions[last], step, static_cast<std::uint32_t>(context->pid), false);
  };
  hooks.consider = [](NativeContext* context, std::uint32_t transition, std::uint32_t moved) {
    auto& self = *static_cast<Expansion*>(context->owner);
    self.machine_.select(static_cast<std::uint32_t>(context->pid));
    std::uint16_t escape = 0;
    const bool taken = self.consider(static_cast<std::uint32_t>(context->pid), self.program_.transitions[transition],
                                     moved != 0, escape);
    return self.outcome(taken);
  };
  hooks.process = [](NativeContext* context) {
    auto& self = *static_cast<Expansion*>(context->owner);
    return self.outcome(self.interpret(static_cast<std::uint32_t>(context->pid)));
  };
  hooks.rendezvous = [](NativeContext* context, std::uint32_t transition) {
    auto& self = *static_cast<Expansion*>(context->owner);
    const auto sender = static_cast<std::uint32_t>(context->pid);
    self.machine_.select(sender);
    const Transition& sending = self.program_.transitions[transition];
    const std::int32_t channel = self.machine_.channel_of(self.program_.channel_operations[sending.channel_operation]);
    return self.outcome(self.rendezvous(sender, sending, channel));
  };
  hooks.rendezvous_on = [](NativeContext* context, std::uint32_t transition, std::uint32_t channel) {
    auto& self = *static_cast<Expansion*>(context->owner);
    const auto sender = static_cast<std::uint32_t>(context->pid);
    const Transition& sending = self.program_.transitions[transition];
    const std::size_t count = self.program_.channel_operations[sending.channel_operation].fields.size();
    return self.outcome(self.meet(sender, sending, static_cast<std::int32_t>(channel), count));
  };
  hooks.receiver = [](NativeContext* context) {
    auto& self = *static_cast<Expansion*>(context->owner);
    return self.outcome(self.try_receiver(
        static_cast<std::uint32_t>(context->sender), self.program_.transitions[context->sending],
        static_cast<std::uint32_t>(context->pid), context->channel, context->values, context->value_count));
  };
  hooks.begin_pair = [](NativeContext* context, std::uint32_t receiving) {
    auto& self = *static_cast<Expansion*>(context->owner);
    context->fired[context->sending] = 1;
    context->fired[receiving] = 1;
    Step step = self.pair_step();
    step.transition = kComposite + static_cast<std::uint32_t>(self.out_.size() - self.base_);
    std::byte* copy = self.append(step, context->size);
    std::memcpy(copy, context->source, context->size);
    return copy;
  };
  hooks.sender_effect = [](NativeContext* context, std::byte* copy) {
    auto& self = *static_cast<Expansion*>(context->owner);
    self.machine_.work_on(copy);
    self.machine_.select(static_cast<std::uint32_t>(context->sender));
    self.machine_.execute(self.program_.transitions[context->sending].effect);
    self.machine_.select(static_cast<std::uint32_t>(context->pid));
    self.machine_.work_on(const_cast<std::byte*>(self.state_.data()));
    const bool fine = self.machine_.error == RuntimeError::None && self.machine_.failed_assertion == kNone;
    return std::uint32_t{fine};
  };
  hooks.finish_pair = [](NativeContext* context, std::uint32_t transition) {
    auto& self = *static_cast<Expansion*>(context->owner);
    self.finish(self.program_.transitions[transition], self.pair_step(), static_cast<std::uint32_t>(context->pid),
                false);
  };
  return hooks;
}

/// Of the rendezvous at hand with the process that native code runs for.
Step Interpreter::Expansion::pair_step() const {
  Step step;
  step.transition = context_.sending;
  step.process = context_.sender;
  step.partner = context_.pid;
  return step;
}

// ---------------------------------------------------------------------------------------------------------------------

/// Whether the process has a transition that is possible, without taking it.
bool Interpreter::Expansion::can_move(Machine& machine, std::uint32_t process) {
  machine.select(process);
  bool result = false;
  const Location& location = program_.locations[machine.location(process)];
  for (std::uint32_t i = 0; i < location.count && !result; ++i) {
    const Transition& transition = program_.transitions[location.first + i];
    std::int32_t channel = 0;
    std::int32_t slot = 0;
    switch (transition.kind) {
      case TransitionKind::Else: result = true; break;
      case TransitionKind::End: result = process + 1 == machine.process_count(); break;
      case TransitionKind::Deterministic: result = first_possible(transition.inner, channel, slot) != nullptr; break;
      case TransitionKind::Normal: {
        if (!possible(transition)) break;
        if (transition.channel_operation == kNone) {
          result = true;
          break;
        }
        const ChannelOperation& operation = program_.channel_operations[transition.channel_operation];
        channel = machine.channel_of(operation);
        if (machine.error != RuntimeError::None) break;
        const ChannelType& type = machine.type_of(channel);
        if (operation.sends())
          result = type.capacity == 0 || machine.length(channel) < type.capacity;
        else
          result = type.capacity > 0 && machine.find_message(operation, channel) >= 0;
      }
    }
    machine.error = RuntimeError::None;
  }
  return result;
}

Interpreter::Interpreter(const Program& program)
    : program_(program), tables_(program), hidden_(std::make_unique<HiddenVariables>(program)) {
  for (const Transition& transition : program.transitions)
    fixed_layout_ = fixed_layout_ && !transition.resizes && transition.kind != TransitionKind::End;
}

void Interpreter::use(ExecutorChoice choice) {
  choice_ = choice;
  forget_native();
}

void Interpreter::watch(CodeRef code) {
  watched_.push_back(code);
  if (native_.load() != nullptr) forget_native();
}

void Interpreter::forget_native() {
  native_.store(nullptr);
  owned_.reset();
  tried_ = false;
  for (IdlePlace& place : idle_)
    if (Scratch* scratch = place.scratch.load(); Lease::usable(scratch)) scratch->expansions = 0;
}

/// Native code if it is there, or if it is time to write it. One thread writes; the others go on without.
const NativeCode* Interpreter::native(Scratch& scratch) const {
  if (paused_) return nullptr;
  const NativeCode* code = native_.load(std::memory_order_acquire);
  if (code != nullptr || choice_ == ExecutorChoice::Interpreter) return code;
  // Writing it costs about as much as interpreting this many states.
  const std::uint64_t worth = choice_ == ExecutorChoice::Native ? 0 : 500 + 4 * program_.transitions.size();
  if (scratch.expansions++ < worth || tried_.load(std::memory_order_relaxed) || tried_.exchange(true)) return nullptr;
  owned_ = NativeCode::compile(program_, Expansion::hooks(), watched_, why_not_);
  native_.store(owned_.get(), std::memory_order_release);
  return owned_.get();
}

void Interpreter::keep_fired(const Scratch& scratch) const {
  const std::lock_guard lock(fired_mutex_);
  fired_.resize(program_.transitions.size());
  for (std::size_t i = 0; i < fired_.size(); ++i) fired_[i] |= scratch.fired[i];
}

void Interpreter::add_fired(std::vector<std::uint8_t>& out) const {
  for (const IdlePlace& place : idle_)
    if (const Scratch* scratch = place.scratch.load(); Lease::usable(scratch)) keep_fired(*scratch);
  const std::lock_guard lock(fired_mutex_);
  out.resize(std::max(out.size(), fired_.size()));
  for (std::size_t i = 0; i < fired_.size(); ++i) out[i] |= fired_[i];
}

Interpreter::~Interpreter() {
  for (IdlePlace& place : idle_)
    if (Scratch* scratch = place.scratch.load(); Lease::usable(scratch)) delete scratch;
}

void Interpreter::initial_states(SuccessorBuffer& out) const {
  Lease scratch(*this);
  scratch->laid_out = false;
  Machine& machine = scratch->machine;
  const std::vector<std::byte> fixed(program_.fixed_bytes, std::byte{0});
  machine.attach(fixed);
  machine.own(fixed);
  machine.select_none();
  machine.execute(program_.initialise_globals);
  for (const InitialProcess& process : program_.initial) {
    const std::int32_t given = process.priority;
    machine.initialise(process.type, nullptr, 0, given > 0 ? given : program_.process_types[process.type].priority);
  }
  Step step;
  if (machine.error != RuntimeError::None) step.fault = Fault::RuntimeError;
  machine.error = RuntimeError::None;
  out.append(step, machine.owned());
  const StateView made = out.state(out.size() - 1);
  hidden_->clear(const_cast<std::byte*>(made.data()), made.size(), tables_);
}

void Interpreter::successors(StateView state, SuccessorBuffer& out) const {
  Lease scratch(*this);
  scratch->machine.enabled_test = this;
  attach(*scratch, state);
  generate(state, *scratch, true, 0, out);
}

void Interpreter::successors_of(std::span<const StateView> states, SuccessorBuffer& out, std::size_t* ends) const {
  Lease scratch(*this);
  scratch->machine.enabled_test = this;
  for (const StateView state : states) {
    attach(*scratch, state);
    generate(state, *scratch, true, 0, out);
    *ends++ = out.size();
  }
}

/// The machine looks at the state. Where processes and channels neither come nor go, all states look alike.
void Interpreter::attach(Scratch& scratch, StateView state) const {
  if (fixed_layout_ && scratch.laid_out)
    scratch.machine.work_on(const_cast<std::byte*>(state.data()));
  else
    scratch.machine.attach(state);
  scratch.laid_out = true;
}

/// `attached`: the machine looks at the state already; `room`: bytes behind every successor that are the caller's.
void Interpreter::generate(StateView state, Scratch& scratch, bool attached, std::size_t room,
                           SuccessorBuffer& out) const {
  const std::size_t first = out.size();
  Expansion(program_, scratch, out, native(scratch), room).run(state, attached);
  if (hidden_->none()) return;
  for (std::size_t i = first; i < out.size(); ++i) {
    const StateView made = out.state(i);
    hidden_->clear(const_cast<std::byte*>(made.data()), made.size() - room, tables_);
  }
}

void Interpreter::expand(std::span<const CodeRef> codes, StateView state, StateLetters::Request& request,
                         SuccessorBuffer& out) const {
  Lease scratch(*this);
  const int room = request.room_for(letter(codes, state, *scratch));  // attaches the machine
  if (room == StateLetters::Request::kNone) return;
  generate(state, *scratch, true, static_cast<std::size_t>(room), out);
}

std::uint64_t Interpreter::letter(std::span<const CodeRef> codes, StateView state) const {
  Lease scratch(*this);
  return letter(codes, state, *scratch);
}

std::uint64_t Interpreter::letter(std::span<const CodeRef> codes, StateView state, Scratch& scratch) const {
  Machine& machine = scratch.machine;
  machine.enabled_test = this;
  attach(scratch, state);
  machine.select_none();
  NativeContext& context = scratch.context;
  context.source = state.data();
  context.size = static_cast<std::uint32_t>(state.size());
  context.process_count = machine.process_count();
  context.channel_count = machine.channel_count();
  context.pid = kNoProcess;
  context.timeout = machine.timeout;
  const NativeCode* native = this->native(scratch);
  std::uint64_t letter = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const NativeCode::Function function = native == nullptr ? nullptr : native->expression(codes[i]);
    const bool holds = function != nullptr ? function(&context) != 0 : machine.evaluate(codes[i]) != 0;
    machine.error = RuntimeError::None;
    letter |= std::uint64_t{holds} << i;
  }
  return letter;
}

std::int32_t Interpreter::evaluate(CodeRef code, StateView state) const {
  Lease scratch(*this);
  Machine& machine = scratch->machine;
  machine.enabled_test = this;
  machine.attach(state);
  machine.select_none();
  const std::int32_t value = machine.evaluate(code);
  machine.error = RuntimeError::None;
  return value;
}

bool Interpreter::may_end(StateView state) const {
  Lease scratch(*this);
  Machine& machine = scratch->machine;
  machine.attach(state);
  for (std::uint32_t i = 0; i < machine.process_count(); ++i)
    if (!program_.locations[machine.location(i)].may_end) return false;
  return true;
}

bool Interpreter::enabled(Machine& machine, std::uint32_t process) const {
  // A second machine: the first one is in the middle of an evaluation for another process.
  Lease scratch(*this);
  scratch->machine.attach(machine.view());
  scratch->machine.timeout = machine.timeout;
  SuccessorBuffer unused;
  return Expansion(program_, *scratch, unused).can_move(scratch->machine, process);
}

std::vector<MicroStep> Interpreter::unfold(StateView from, const Step& step) const {
  Lease scratch(*this);
  scratch->machine.enabled_test = this;
  SuccessorBuffer out;
  std::vector<MicroStep> found;
  Expansion expansion(program_, *scratch, out);
  Recording recording;
  expansion.record(step, found, recording);
  expansion.run(from);
  scratch->machine.output = nullptr;
  return found;
}

}  // namespace weir
