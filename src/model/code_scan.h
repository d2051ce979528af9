// SPDX-License-Identifier: Apache-2.0
// Computes what a piece of code may read, write, and fail on, by abstract interpretation over intervals: every path is
// followed, jumps join. Facts about the executing process (its number, variables that never change) make the result
// more precise: `flag[_pid]` is one element, a channel parameter is one channel, a constant index cannot fail.
//
// The result is an over-approximation. Instructions that are not modelled here leave an unknown value and have the
// effects listed in the instruction table (opcodes.h).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "model/program.h"

namespace weir {

/// An interval lo..hi. For an address: bytes from the start of the globals or of the own frame.
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

/// The possible values of a variable accessed in this form.
AbstractValue values_of(const Instruction& form);

/// Facts that may be assumed during a scan.
struct ScanFacts {
  std::int32_t pid = kNoPid;  ///< of the executing process, if known
  static constexpr std::int32_t kNoPid = -1;
  /// The value of a variable that never changes, by position and form; empty if it may change.
  std::function<std::optional<std::int32_t>(bool global, std::uint32_t offset, const Instruction& form)> constant;
};

/// A question about a channel that must have been answered yes if the code evaluates to true.
enum class ChannelQuestion : std::uint8_t { NotEmpty, Empty, NotFull, Full, Matches };

/// One effect of code beyond its stack.
struct Observation {
  enum class Kind : std::uint8_t {
    Read,  ///< variables of the globals or of the own frame: bytes first .. first + bytes - 1
    Write,
    RemoteVariable,  ///< reads a variable of another process
    Location,        ///< tests whether process `number` is at `location`
    Flags,           ///< reads progress flags (`progress`) or accept flags of all processes
    OwnPid,
    ProcessCount,  ///< reads the number of processes and their types
    Channel,       ///< reads the content of channel `number`
    Timeout,
    Enabledness,  ///< tests whether another process is enabled
    Priority,     ///< reads the priority of a process
    SetPriority,
    CreateProcess,  ///< of type `type`
    CreateChannel,
    RuntimeError,  ///< may fail
    Assertion,     ///< may violate an assertion
  };
  Kind kind = Kind::RuntimeError;
  bool global = false;
  std::uint32_t first = 0, bytes = 0;
  std::uint8_t mask = 0xFF;              ///< bits of a value narrower than a byte
  AbstractValue number = {};             ///< of a channel or process
  std::int32_t location = kAnyLocation;  ///< Location::number
  static constexpr std::int32_t kAnyLocation = -1;
  bool progress = false;
  std::uint32_t type = 0;
  std::optional<ChannelQuestion> needed = {};  ///< Channel: the code evaluates to true only with this answer
};

class CodeObserver {
 public:
  virtual ~CodeObserver() = default;
  /// Pure virtual on purpose: every observer must handle every kind of observation.
  virtual void observe(const Observation& observation) = 0;
};

/// Scans `code`; `argument` is the initial value on the stack. Returns the abstract value it leaves.
AbstractValue scan_code(const Program& program, CodeRef code, const ScanFacts& facts, CodeObserver& observer,
                        AbstractValue argument = {});

/// Returns the channel of an operation. Reports what evaluating it observes: its expression, and a run-time error if it
/// may not be a channel or has a different number of fields.
AbstractValue scan_channel(const Program& program, const ChannelOperation& operation, const ScanFacts& facts,
                           CodeObserver& observer);

/// Scans all code of a transition: the condition of its process, its guard, its channel operation and its effect. For
/// the channel operation itself, and for a deterministic transition, only possible failures are reported.
void scan_transition(const Program& program, const Transition& transition, const ScanFacts& facts,
                     CodeObserver& observer);

/// Returns whether the code may cause a run-time error.
bool may_fail(const Program& program, CodeRef code);

}  // namespace weir
