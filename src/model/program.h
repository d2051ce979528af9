// SPDX-License-Identifier: Apache-2.0
// Program: processes with control locations and guarded transitions over a packed state (DESIGN.md section 6). Promela
// and DVE lower to it; executors run it; reductions read its footprints. It is plain data: build it, call
// `finish_program`, share it.
//
// One step of a process: a transition of its location whose guard holds (and whose channel operation is possible) is
// taken: message passed, effect run, location changed. A transition that keeps control makes the step go on with the
// same process, so that only the end of an uninterrupted sequence is a state (Promela's atomic); a transition into a
// deterministic location goes on with the first possible transition (d_step).
// Rendezvous: a send on a channel of capacity 0 is one step together with a matching receive of another process.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "model/expression.h"
#include "model/state_layout.h"

namespace weir {

inline constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
inline constexpr std::uint32_t kProcessLimit = 255;
inline constexpr std::uint32_t kChannelLimit = 255;
/// Bytes of a state. Every step copies the state, and a search keeps many: beyond this size nothing is explored any
/// more, it only takes memory.
inline constexpr std::uint32_t kLargestState = 1U << 22;

using LocationId = std::uint32_t;
using TransitionId = std::uint32_t;

/// A message field as it is stored: a byte-aligned place relative to the message.
struct ChannelType {
  std::string name;            ///< of the channel variable that made it, for people
  std::uint32_t capacity = 0;  ///< 0: rendezvous
  std::vector<Place> fields;   ///< offsets relative to the message
  std::vector<ValueKind> kinds;
  std::uint32_t message_bytes = 0;
  /// Bytes of the number of messages, which stands before them.
  std::uint32_t length_bytes() const { return capacity <= 255 ? 1 : 4; }
  /// Bytes of a stored channel, without header: length and messages; nothing for a rendezvous.
  std::uint32_t stored_bytes() const { return capacity == 0 ? 0 : length_bytes() + capacity * message_bytes; }
};

/// A channel that exists in every state, at a fixed place. Channel numbers begin with 1: static channel i is number i
/// + 1.
struct StaticChannel {
  std::uint32_t type = 0;
  std::uint32_t offset = 0;  ///< from the start of the state
  std::string name;
};

/// How one message field takes part in a channel operation.
struct MessageField {
  enum class Kind : std::uint8_t {
    Send,    ///< send: `code` gives the value
    Match,   ///< receive: the field must equal the value of `code`
    Store,   ///< receive: `code` stores the field, which is on the stack when it starts
    Ignore,  ///< receive: anything will do
  };
  Kind kind = Kind::Send;
  CodeRef code;
};

struct ChannelOperation {
  enum class Kind : std::uint8_t { Send, SortedSend, Receive, ReceiveAny, Peek, PeekAny };
  Kind kind = Kind::Send;
  CodeRef channel;                       ///< gives the channel's number ...
  std::uint32_t static_channel = kNone;  ///< ... unless it is known
  std::vector<MessageField> fields;
  bool sends() const { return kind == Kind::Send || kind == Kind::SortedSend; }
  bool peeks() const { return kind == Kind::Peek || kind == Kind::PeekAny; }
  /// A receive that takes the first message that fits, wherever it stands.
  bool searches() const { return kind == Kind::ReceiveAny || kind == Kind::PeekAny; }
};

/// What a transition touches, for reductions.
struct Footprint {
  struct Access {
    enum class Space : std::uint8_t { Global, Local, Channel, AnyChannel, AnyProcess };
    Space space = Space::Global;
    std::uint32_t offset = 0;  ///< first byte; Channel: index of the static channel
    std::uint32_t bytes = 0;
    std::uint8_t bit_mask = 0xFF;  ///< of a sub-byte value: its bits
  };
  std::vector<Access> reads, writes;
  bool whole_state = false;  ///< reads what any step may change: timeout, number of processes, locations of others
  bool changes_processes = false;  ///< creates or ends one
};

enum class TransitionKind : std::uint8_t {
  Normal,
  Else,  ///< possible if no transition before it in its location is
  End,   ///< the process disappears; only the youngest process can
  /// Runs from location `inner`, always taking the first possible transition, until a location is reached that is not
  /// deterministic; possible if a transition of `inner` is (Promela's d_step). Blocking on the way is a fault.
  Deterministic,
};

struct Transition {
  LocationId source = 0;
  LocationId target = 0;
  TransitionKind kind = TransitionKind::Normal;
  bool keeps_control = false;  ///< atomic: the process goes on alone
  bool otherwise = false;      ///< Deterministic: only if no transition before it in its location is possible
  bool resizes = false;        ///< may create a process or channel, or end one; set by finish_program
  /// Transitions of a location stand in order; once one with escape != 0 is possible, those with another value are not
  /// considered (Promela's unless).
  std::uint16_t escape = 0;
  LocationId inner = 0;  ///< of Deterministic
  CodeRef guard;         ///< empty: true
  CodeRef effect;        ///< empty: nothing
  std::uint32_t channel_operation = kNone;
  std::uint32_t statement = 0;
  std::uint32_t origin = 0;  ///< the front-end's own number (Promela: Spin's transition id, as in its trails)
  Footprint footprint;       ///< filled in by finish_program
};

struct Location {
  TransitionId first = 0;  ///< its transitions are first .. first + count - 1
  std::uint32_t count = 0;
  std::uint32_t process_type = 0;
  std::int32_t number = 0;  ///< within its process type, as the front-end counts
  std::string name = {};    ///< as the model calls it; empty: locations have no names
  bool may_end = false;     ///< a run may stop here
  bool progress = false;
  bool accepting = false;
  bool deterministic = false;  ///< inside a d_step: never part of a state
  bool committed = false;      ///< DVE: while some process is at one, only such processes move
};

struct ProcessType {
  std::string name;
  std::uint32_t frame_bytes = 0;  ///< header included
  LocationId entry = 0;
  std::vector<Place> parameters;
  CodeRef initialise;  ///< run once in the new frame, which is zero but for the parameters
  CodeRef provided;    ///< condition on every step; empty: true
  std::int32_t priority = 1;
  std::vector<VariableInfo> variables;  ///< parameters and locals
  bool numbered = true;                 ///< shown as NAME[pid]; otherwise NAME alone
};

struct StatementInfo {
  std::string text;
  std::string file;
  std::uint32_t line = 0;
};

/// No control leads there, whatever the values: it has no transition.
struct UnreachableStatement {
  std::uint32_t process_type = 0;
  std::uint32_t statement = 0;
};

struct PrintInfo {
  std::string format;
  std::vector<CodeRef> arguments;
  std::vector<std::uint32_t> names;  ///< of each argument, for %e: index of Program::name_tables
};

struct NameTable {
  std::vector<std::pair<std::int32_t, std::string>> names;
  /// Empty: none.
  std::string find(std::int32_t value) const {
    for (const auto& [number, name] : names)
      if (number == value) return name;
    return {};
  }
};

/// A process that is there at the start.
struct InitialProcess {
  std::uint32_t type = 0;
  std::int32_t priority = 0;  ///< 0: that of its type
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
  bool has_priorities = false;  ///< frames hold a priority byte behind the header; only the highest possible one moves
  bool has_progress = false, has_accepting = false;
  bool has_origins = false;  ///< Transition::origin means something

  // Computed by finish_program.
  std::uint32_t header_bytes = 1;
  std::uint32_t fixed_bytes = 0;  ///< globals and static channels
  bool has_committed = false;
  bool has_provided = false;
  std::uint32_t process_bound = kProcessLimit;  ///< no state has more processes
  bool passive_receivers = false;               ///< a rendezvous is a step of its sender alone, for fairness
  bool has_timeout = false;                     ///< some code asks whether the system is stuck

  /// The front-end must know the header's size before it lays out frames: 1 while locations and channel types fit a
  /// byte.
  /// Both together must not be more than kHeaderLimit: one more header marks the process in control.
  static constexpr std::size_t kHeaderLimit = 65535;
  static std::uint32_t header_bytes_for(std::size_t locations, std::size_t channel_types) {
    return locations + channel_types <= 255 ? 1 : 2;
  }
};

}  // namespace weir
