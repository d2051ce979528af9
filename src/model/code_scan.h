// SPDX-License-Identifier: Apache-2.0
// What a piece of code may observe, change, and get wrong, found by running it on intervals instead of values: every
// path is followed, jumps join. What is known of the process at work (its number, variables that never change) makes
// the answer sharper: `flag[_pid]` is one element, a channel parameter is one channel, a constant index cannot fail.
//
// The answer is an over-approximation. Instructions whose values are not modelled here leave an unknown one, and tell
// what the table of instructions says of them (opcodes.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/program.h"

namespace weir {

/// lo..hi; an address: bytes from the start of the globals or of the own frame.
struct AbstractValue {
  enum class Kind : std::uint8_t { Number, GlobalAddress, LocalAddress };
  Kind kind = Kind::Number;
  std::int64_t lo = INT32_MIN;
  std::int64_t hi = INT32_MAX;
  bool is_constant() const { return kind == Kind::Number && lo == hi; }
  bool within(std::int64_t least, std::int64_t most) const { return kind == Kind::Number && lo >= least && hi <= most; }
  static AbstractValue number(std::int64_t value) { return {Kind::Number, value, value}; }
  static AbstractValue range(std::int64_t lo, std::int64_t hi) { return {Kind::Number, lo, hi}; }
  friend bool operator==(const AbstractValue&, const AbstractValue&) = default;
};

/// The values that a variable accessed in this form can have.
AbstractValue values_of(const Instruction& form);

/// What may be relied on while code is scanned.
struct ScanFacts {
  std::int32_t pid = kNoPid;  ///< of the process at work, if known
  static constexpr std::int32_t kNoPid = -1;
  /// The value of a variable that never changes, by where it stands and its form; nothing: it may change.
  std::function<std::optional<std::int32_t>(bool global, std::uint32_t offset, const Instruction& form)> constant;
};

/// A question about a channel whose answer, where the code as a whole gives true, is known to have been yes.
enum class ChannelQuestion : std::uint8_t { NotEmpty, Empty, NotFull, Full, Matches };

/// One thing that code may do, beyond its stack.
struct Observation {
  enum class Kind : std::uint8_t {
    Read,  ///< variables of the globals or of the own frame: bytes first .. first + bytes - 1
    Write,
    RemoteVariable,  ///< reads a variable of another process
    Location,        ///< asks whether process `number` stands at `location`
    Flags,           ///< asks for progress flags (`progress`) or accept flags of all processes
    OwnPid,
    ProcessCount,  ///< how many processes there are, and of which types
    Channel,       ///< asks about the content of channel `number`
    Timeout,
    Enabledness,  ///< asks whether another process can move
    Priority,     ///< asks for the priority of a process
    SetPriority,
    CreateProcess,  ///< of type `type`
    CreateChannel,
    RuntimeError,  ///< may fail
    Assertion,     ///< may violate an assertion
  };
  Kind kind = Kind::RuntimeError;
  bool global = false;
  std::uint32_t first = 0, bytes = 0;
  std::uint8_t mask = 0xFF;              ///< of a value below a byte: its bits
  AbstractValue number = {};             ///< of a channel or process
  std::int32_t location = kAnyLocation;  ///< Location::number
  static constexpr std::int32_t kAnyLocation = -1;
  bool progress = false;
  std::uint32_t type = 0;
  std::optional<ChannelQuestion> needed = {};  ///< Channel: the answer is needed for the code to give true
};

class CodeObserver {
 public:
  virtual ~CodeObserver() = default;
  /// Pure virtual on purpose: every observer has to decide about every kind of observation.
  virtual void observe(const Observation& observation) = 0;
};

/// Runs `code`; `argument`: the value on the stack when it starts. Returns the value it leaves.
AbstractValue scan_code(const Program& program, CodeRef code, const ScanFacts& facts, CodeObserver& observer,
                        AbstractValue argument = {});

/// The channel that an operation is about, and what finding it observes: its expression, and the run-time error if it
/// may be no channel, or one with another number of fields.
AbstractValue scan_channel(const Program& program, const ChannelOperation& operation, const ScanFacts& facts,
                           CodeObserver& observer);

/// Scans all code of a transition: the condition of its process, its guard, its channel operation and its effect. Of
/// the channel operation itself only that it may fail is told; of a deterministic transition nothing but that it may
/// fail.
void scan_transition(const Program& program, const Transition& transition, const ScanFacts& facts,
                     CodeObserver& observer);

/// Whether the code may be a run-time error.
bool may_fail(const Program& program, CodeRef code);

}  // namespace weir
