// SPDX-License-Identifier: Apache-2.0
// Program: processes with control locations and guarded transitions over a packed state. Promela and DVE lower to it,
// executors run it, reductions analyse its code. It is plain data: build it, call `finish_program`, share it.
//
// A step of a process takes a transition of its location whose guard holds and whose channel operation is possible: the
// message is passed, the effect runs, the location changes. After a transition that keeps control, the step continues
// with the same process, so that only the end of an uninterrupted sequence is a state (Promela's atomic). A transition
// into a deterministic location continues with the first enabled transition (d_step). Rendezvous: a send on a channel
// of capacity 0 is one step together with a matching receive of another process.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "model/expression.h"
#include "model/state_layout.h"

namespace weir {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t kProcessLimit = 255;
inline constexpr std::uint32_t kChannelLimit = 255;
/// Limit on the bytes of a state. Every step copies the state and a search stores many: exploring larger states would
/// only consume memory.
inline constexpr std::uint32_t kLargestState = 1U << 22;

using LocationId = std::uint32_t;
using TransitionId = std::uint32_t;

/// A message field as it is stored: a byte-aligned place relative to the message.
struct ChannelType {
  std::string name;            ///< the channel variable that created it, for messages
  std::uint32_t capacity = 0;  ///< 0: rendezvous
  std::vector<Place> fields;   ///< offsets relative to the message
  std::vector<ValueKind> kinds;
  std::uint32_t message_bytes = 0;
  /// Bytes of the message count, which precedes the messages.
  std::uint32_t length_bytes() const { return capacity <= 255 ? 1 : 4; }
  /// Bytes of a stored channel without header: count and messages; 0 for a rendezvous.
  std::uint32_t stored_bytes() const { return capacity == 0 ? 0 : length_bytes() + capacity * message_bytes; }
};

/// A channel that exists in every state, at a fixed place. Channel numbers start at 1: static channel i has number i +
/// 1.
struct StaticChannel {
  std::uint32_t type = 0;
  std::uint32_t offset = 0;  ///< from the start of the state
  std::string name;
};

/// The role of one message field in a channel operation.
struct MessageField {
  enum class Kind : std::uint8_t {
    Send,    ///< send: `code` computes the value
    Match,   ///< receive: the field must equal the value of `code`
    Store,   ///< receive: `code` stores the field, which is on the stack initially
    Ignore,  ///< receive: matches anything
  };
  Kind kind = Kind::Send;
  CodeRef code;
};

struct ChannelOperation {
  enum class Kind : std::uint8_t { Send, SortedSend, Receive, ReceiveAny, Peek, PeekAny };
  Kind kind = Kind::Send;
  CodeRef channel;                       ///< computes the channel's number ...
  std::uint32_t static_channel = kNone;  ///< ... unless it is known
  std::vector<MessageField> fields;
  bool sends() const { return kind == Kind::Send || kind == Kind::SortedSend; }
  bool peeks() const { return kind == Kind::Peek || kind == Kind::PeekAny; }
  /// A receive that takes the first matching message, at any position.
  bool searches() const { return kind == Kind::ReceiveAny || kind == Kind::PeekAny; }
};

enum class TransitionKind : std::uint8_t {
  Normal,
  Else,  ///< enabled if no earlier transition of its location is
  End,   ///< the process terminates; only the youngest process can
  /// Runs from location `inner`, always taking the first enabled transition, until it reaches a location that is not
  /// deterministic. Enabled if a transition of `inner` is (Promela's d_step). Blocking on the way is a fault.
  Deterministic,
};

struct Transition {
  LocationId source = 0;
  LocationId target = 0;
  TransitionKind kind = TransitionKind::Normal;
  bool keeps_control = false;  ///< atomic: the process continues alone
  bool otherwise = false;      ///< Deterministic: enabled only if no earlier transition of its location is
  bool resizes = false;        ///< may create a process or channel, or end one; set by finish_program
  /// Transitions of a location are ordered. Once one with escape != 0 is enabled, those with another value are not
  /// considered (Promela's unless).
  std::uint16_t escape = 0;
  LocationId inner = 0;  ///< of Deterministic
  CodeRef guard;         ///< empty: true
  CodeRef effect;        ///< empty: no effect
  std::uint32_t channel_operation = kNone;
  std::uint32_t statement = 0;
  std::uint32_t origin = 0;  ///< the front-end's number (Promela: Spin's transition id, as in its trails)
};

struct Location {
  TransitionId first = 0;  ///< its transitions are first .. first + count - 1
  std::uint32_t count = 0;
  std::uint32_t process_type = 0;
  std::int32_t number = 0;  ///< within its process type, as the front-end numbers them
  std::string name = {};    ///< the model's name; empty if locations have no names
  bool may_end = false;     ///< a run may end here
  bool progress = false;
  bool accepting = false;
  bool deterministic = false;  ///< inside a d_step; never part of a state
  bool committed = false;      ///< DVE: while a process is at such a location, only such processes move
};

struct ProcessType {
  std::string name;
  std::uint32_t frame_bytes = 0;  ///< header included
  LocationId entry = 0;
  std::vector<Place> parameters;
  CodeRef initialise;  ///< run once in the new frame, which is zero except for the parameters
  CodeRef provided;    ///< condition on every step; empty: true
  std::int32_t priority = 1;
  std::vector<VariableInfo> variables;  ///< parameters and locals
  bool numbered = true;                 ///< shown as NAME[pid]; otherwise as NAME
};

struct StatementInfo {
  std::string text;
  std::string file;
  std::uint32_t line = 0;
};

/// A statement that control never reaches, whatever the values: it has no transition.
struct UnreachableStatement {
  std::uint32_t process_type = 0;
  std::uint32_t statement = 0;
};

struct PrintInfo {
  std::string format;
  std::vector<CodeRef> arguments;
  std::vector<std::uint32_t> names;  ///< per argument, for %e: index of Program::name_tables
};

struct NameTable {
  std::vector<std::pair<std::int32_t, std::string>> names;
  /// Returns an empty string if there is no name.
  std::string find(std::int32_t value) const {
    for (const auto& [number, name] : names)
      if (number == value) return name;
    return {};
  }
};

/// A process that exists in the initial state.
struct InitialProcess {
  std::uint32_t type = 0;
  std::int32_t priority = 0;  ///< 0: the priority of its type
};

struct Program {
  std::string name;
  std::vector<Instruction> code = {Instruction{}};  ///< [0]: Return
  std::vector<NameTable> name_tables = {{}};

  std::vector<VariableInfo> globals;
  std::uint32_t global_bytes = 0;
  CodeRef initialise_globals;
  std::vector<ChannelType> channel_types;
  std::vector<StaticChannel> static_channels;
  std::vector<ProcessType> process_types;
  std::vector<InitialProcess> initial;

  std::vector<Location> locations;
  std::vector<Transition> transitions;
  std::vector<ChannelOperation> channel_operations;
  std::vector<StatementInfo> statements;
  std::vector<UnreachableStatement> unreachable;
  std::vector<PrintInfo> prints;

  bool has_last = false;  ///< _last is a variable of the state, at `last`
  Place last;
  bool has_priorities = false;  ///< frames have a priority byte after the header; only the highest enabled one moves
  bool has_progress = false, has_accepting = false;
  bool has_origins = false;  ///< whether Transition::origin is used

  // Computed by finish_program.
  std::uint32_t header_bytes = 1;
  std::uint32_t fixed_bytes = 0;  ///< globals and static channels
  bool has_committed = false;
  bool has_provided = false;
  std::uint32_t process_bound = kProcessLimit;  ///< no state has more processes
  bool passive_receivers = false;               ///< a rendezvous is a step of its sender alone, for fairness
  bool has_timeout = false;                     ///< some code uses `timeout`

  /// The front-end needs the size of the header before it lays out frames: 1 if locations and channel types fit in a
  /// byte. Together they must not exceed kHeaderLimit: one more header marks the process in control.
  static constexpr std::size_t kHeaderLimit = 65535;
  static std::uint32_t header_bytes_for(std::size_t locations, std::size_t channel_types) {
    return locations + channel_types <= 255 ? 1 : 2;
  }
};

/// The instructions of a piece of code, without the Return that ends it.
inline std::span<const Instruction> instructions_of(const Program& program, CodeRef code) {
  std::size_t end = code.begin;
  while (program.code[end].op != OpCode::Return) ++end;
  return {program.code.data() + code.begin, end - code.begin};
}
inline bool contains(const Program& program, CodeRef code, OpCode op) {
  for (const Instruction& i : instructions_of(program, code))
    if (i.op == op) return true;
  return false;
}

}  // namespace weir
