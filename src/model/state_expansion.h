// SPDX-License-Identifier: Apache-2.0
// StateExpansion: computes the successors of one state, with the semantics of Spin's verifier:
//
//   every process, the youngest first, tries the transitions of its location in order;
//   if no process can move, all try once more with `timeout` true;
//   a transition that keeps control is followed by transitions of the same process alone while it can move; only the
//   end of that sequence, or the point where it blocks, is a state (atomic_sequence.cpp);
//   a rendezvous send is one step with the matching receive of another process, and the receiver then has control.
//
// Successors are written directly to the caller's buffer. If an uninterrupted sequence continues, the state is moved to
// a separate stack.
//
// A sequence that never ends has no such state. A run that stays in it forever is represented transition by transition:
// its states store the process in control at their end (Machine::control), and only that process moves. A run that
// leaves the sequence is represented by its first and last state, as usual.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <weir/transition_system.h>

#include "base/stop_flag.h"
#include "model/executor.h"
#include "model/link_set.h"
#include "model/machine.h"
#include "model/native_code.h"

namespace weir {

/// Event atoms, by number.
using EventSet = std::bitset<256>;

/// Evaluates the event atoms of the properties on one transition.
class EventTest {
 public:
  virtual ~EventTest() = default;
  virtual EventSet events(const MicroStep& step) const = 0;
};

/// A state in the middle of an uninterrupted sequence.
struct Link {
  std::size_t offset = 0;
  std::size_t size = 0;
  std::uint32_t process = 0;   ///< the process in control
  bool resized = false;        ///< processes or channels differ from those of the expanded state
  std::uint32_t depth = 0;     ///< transitions since the start of the sequence
  Step first;                  ///< the first transition of the step
  EventSet events;             ///< event atoms seen so far (Mode::Graph only)
  std::uint32_t scripted = 0;  ///< script steps used so far
  std::uint32_t path = kNone;  ///< when recording: its last transition
};

/// Shared, constant settings of the expansions of a program. Only `events` may be null.
struct ExpansionSetting {
  const Program& program;
  StopFlag* stop = nullptr;        ///< when raised, an expansion may end early with successors missing
  MemoryBudget* memory = nullptr;  ///< for the links of long uninterrupted sequences; when exhausted, `stop` is raised
  const EventTest* events = nullptr;  ///< nullptr if no property uses events
};

/// States of more bytes are expanded with a look at the limits after each successor.
inline constexpr std::size_t kWideState = std::size_t{1} << 16;

/// Working memory, reused by successive expansions.
struct ExpansionScratch {
  ExpansionScratch(const Program& program, const MachineTables& tables);

  Machine machine;
  NativeContext context;
  std::vector<std::byte> chain_bytes;  ///< the states of `chain`, back to back
  std::size_t chain_used = 0;
  std::vector<Link> chain;         ///< links to follow, youngest last
  std::vector<std::byte> current;  ///< the link being expanded
  std::vector<std::byte> key;
  std::unique_ptr<LinkSet> seen;     ///< links of a long sequence
  std::unique_ptr<LinkSet> endless;  ///< links known to begin endless sequences; kept from state to state
  std::vector<std::uint8_t> fired;   ///< by transition: 1 once it was taken
};

/// Transitions taken, each with its predecessor: sequences share common prefixes.
struct Recording {
  struct PathNode {
    MicroStep step;
    std::uint32_t before = kNone;
  };
  std::vector<PathNode> nodes;
  std::string printed;
};

class StateExpansion {
 public:
  /// `room`: bytes reserved for the caller after each successor.
  StateExpansion(const ExpansionSetting& setting, ExpansionScratch& scratch, SuccessorBuffer& out,
                 const NativeCode* native = nullptr, std::size_t room = 0);

  /// Appends the successors. `attached`: the machine is attached to the state already.
  void run(StateView state, bool attached = false);
  /// Stores the transitions of the step `wanted` in `found`.
  void record(const Step& wanted, std::vector<MicroStep>& found, Recording& recording);
  /// Restricts the expansion to the transitions of the script, in order. The step may end before the script does;
  /// `used` is the number of script steps used.
  void follow_script(std::span<const ScriptStep> script, std::size_t& used);
  /// Returns whether a process of the attached state has an enabled transition.
  bool can_move(std::uint32_t process);

  /// The calls from native code into the interpreter.
  static NativeHooks hooks();

 private:
  enum class Mode : std::uint8_t {
    Paths,  ///< follow every path through an uninterrupted sequence
    Graph,  ///< do not follow links again
    Probe,  ///< like Graph, but keep no successors: find whether the sequence goes on forever
  };

  const Program& program() const { return setting_.program; }
  std::byte* append(const Step& step, std::size_t size) { return out_.append(step, size + room_); }
  void append(const Step& step, StateView state);

  // state_expansion.cpp: transitions of a process
  void expand(StateView state, bool attached);
  void attach(StateView state, bool same_layout = false);
  void try_processes();
  void try_processes_once();
  bool process(std::uint32_t process);
  bool interpret(std::uint32_t process);
  enum class Provided : std::uint8_t { No, Yes, Fails };
  Provided provided(std::uint32_t process);
  bool outranked(std::uint32_t process);
  bool consider(std::uint32_t process, const Transition& transition, bool moved_before, std::uint16_t& escape);
  bool possible(const Transition& transition);
  bool may_take(std::uint32_t process, const Transition& transition);
  void take(std::uint32_t process, const Transition& transition, std::int32_t channel, std::int32_t slot);
  void apply(const Transition& transition, std::int32_t channel, std::int32_t slot);
  void finish(const Transition& transition, Step step, std::uint32_t control, bool resized);
  void look_back(bool resized);
  void note(std::uint32_t process, const Transition& transition, bool receives = false);
  void mark(const Transition& transition) { scratch_.fired[number_of(transition)] = 1; }
  TransitionId number_of(const Transition& transition) const {
    return static_cast<TransitionId>(&transition - program().transitions.data());
  }

  // deterministic_sequence.cpp: d_step
  const Transition* first_possible(LocationId location, std::int32_t& channel, std::int32_t& slot);
  class EndlessRun;
  void run_deterministic(std::uint32_t process, LocationId location);
  bool take_deterministic(std::uint32_t process, const Transition& transition);

  // rendezvous.cpp
  bool rendezvous(std::uint32_t sender, const Transition& transition, std::int32_t channel);
  bool meet(std::uint32_t sender, const Transition& transition, std::int32_t channel, std::size_t count);
  bool try_receiver(std::uint32_t sender, const Transition& sending, std::uint32_t receiver, std::int32_t channel,
                    const std::int32_t* values, std::size_t count);
  bool receive_from(std::uint32_t sender, const Transition& sending, std::uint32_t receiver,
                    const Transition& receiving, const Transition& inner, std::int32_t channel,
                    const std::int32_t* values, std::size_t count);
  bool receives(std::uint32_t receiver, const Transition& inner, std::int32_t channel, const std::int32_t* values,
                std::size_t count);
  bool may_take_part(std::uint32_t receiver);
  bool has_receiver(std::uint32_t sender, const ChannelOperation& operation, std::int32_t channel);

  // atomic_sequence.cpp
  void follow_sequences();
  void follow_next();
  void follow(const Link& link);
  bool is_new(const Link& link);
  void push_link(const Step& step, std::uint32_t control, bool resized);
  void end_sequence(const Link& link);
  void forget_links();
  void make_key(const Link& link);
  void enter_endless_sequences(StateView state);
  void stay_in_sequence(StateView state);
  void append_endless_links();
  void append_in_control(const Link& link);
  LinkSet& links();
  void keep_link(std::size_t height);

  // native_bridge.cpp
  bool walk(std::uint32_t first, std::uint32_t last);
  bool run_native(NativeCode::Function function, std::uint32_t process);
  Step pair_step() const;
  std::uint32_t outcome(bool taken) const {
    return static_cast<std::uint32_t>(gave_up_ ? NativeOutcome::GaveUp
                                      : taken  ? NativeOutcome::Moved
                                               : NativeOutcome::Blocked);
  }

  /// The number of script steps used by the expanded state.
  std::uint32_t scripted() const { return link_ == nullptr ? 0 : link_->scripted; }
  bool in_script(std::uint32_t offset, std::uint32_t process, const Transition& transition) const;

  std::vector<MicroStep> path() const;
  void found_if_wanted(const Step& step);
  bool stopped() const { return setting_.stop->raised(); }
  bool fits() const;

  const ExpansionSetting& setting_;
  ExpansionScratch& scratch_;
  Machine& machine_;
  SuccessorBuffer& out_;
  std::size_t base_;
  std::size_t room_;
  StateView state_;  ///< the state being expanded, or a link
  bool moved_ = false;
  bool only_committed_ = false;  ///< some process is at a committed location: both partners must be

  Mode mode_ = Mode::Paths;
  const Link* link_ = nullptr;  ///< the link being expanded; nullptr: the state itself
  std::uint64_t chain_steps_ = 0;
  bool other_layout_ = false;  ///< the machine is attached to a link that is `resized`
  bool cyclic_ = false;        ///< an uninterrupted sequence returned to one of its links

  const NativeCode* native_;
  NativeContext& context_;
  bool gave_up_ = false;

  std::span<const ScriptStep> script_;
  std::size_t* script_used_ = nullptr;  ///< nullptr: there is no script

  const Step* wanted_ = nullptr;
  std::vector<MicroStep>* found_ = nullptr;
  Recording* recording_ = nullptr;
  std::uint32_t path_ = kNone;    ///< the last transition
  EventSet events_;               ///< event atoms of the current transition
  std::uint32_t within_ = kNone;  ///< for what is noted
  bool continues_ = false;
};

}  // namespace weir
