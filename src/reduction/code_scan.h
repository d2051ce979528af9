// SPDX-License-Identifier: Apache-2.0
// What a piece of code touches, found by running it on intervals instead of values: every path is followed, jumps
// join. What is known of the process at work (its number, variables that never change) makes the answer sharper:
// `flag[_pid]` is one element, a channel parameter is one channel.
//
// The answer is an over-approximation. Whatever cannot be told is said to be everything.
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
  static AbstractValue number(std::int64_t value) { return {Kind::Number, value, value}; }
  static AbstractValue range(std::int64_t lo, std::int64_t hi) { return {Kind::Number, lo, hi}; }
  friend bool operator==(const AbstractValue&, const AbstractValue&) = default;
};

/// What may be relied on while code is scanned.
struct ScanFacts {
  std::int32_t pid = kNoPid;  ///< of the process at work, if known
  static constexpr std::int32_t kNoPid = -1;
  /// The value of a variable that never changes, by where it stands and its form; nothing: it may change.
  std::function<std::optional<std::int32_t>(bool global, std::uint32_t offset, const Instruction& form)> constant;
};

/// A question about a channel whose answer, where the code as a whole gives true, is known to have been yes.
enum class ChannelQuestion : std::uint8_t { NotEmpty, Empty, NotFull, Full, Matches };

/// Told of everything that code does. Ranges are bytes first .. first + bytes - 1; `mask` of a value below a byte.
class ScanListener {
 public:
  virtual ~ScanListener() = default;
  virtual void access(bool write, bool global, std::uint32_t first, std::uint32_t bytes, std::uint8_t mask) = 0;
  virtual void query_channel(const AbstractValue& number) = 0;  ///< length, full, empty, poll
  /// The same, of a question that is needed for the code to give true.
  virtual void need_channel(const AbstractValue& number, ChannelQuestion) { query_channel(number); }
  virtual void query_processes() {}   ///< how many there are
  virtual void query_everything() {}  ///< other processes' locations and variables, enabledness, priorities
  virtual void timeout() {}
  virtual void location_of(std::int64_t /*pid*/, bool /*known*/, std::int32_t /*number*/) {}
  virtual void labels(bool /*progress*/) {}  ///< np_ or accept_
  virtual void remote_variable() {}
  virtual void change_processes() {}  ///< creates a process or a channel
  virtual void creates(std::uint32_t /*type*/) {}
  virtual void may_fail() {}  ///< assertion, index, division
};

/// Runs `code`; `argument`: the value on the stack when it starts. Gives the value it leaves.
AbstractValue scan_code(const Program& program, CodeRef code, const ScanFacts& facts, ScanListener& listener,
                        AbstractValue argument = {});

}  // namespace weir
