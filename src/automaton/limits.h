// SPDX-License-Identifier: Apache-2.0
// Limits of constructions. Translations, products and determinisation may take exponential time and space, so each has
// limits: a stop flag (time, interrupts), the memory of the process, and a number of states.
//
// Limits are passed to the AtomSpace (or BddManager) of a construction. Its Meter counts the steps of everything built
// there and checks the limits periodically. Reaching a limit throws LimitReached. Entry points of this folder
// that return Expected<T> catch it; other functions, and the helpers of pipeline/language, are called inside `bounded`.
// Steps that only shrink or classify an automaton run under `attempt` with a bounded number of steps, so that they
// never take much longer than the construction itself.
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <weir/diagnostic.h>

#include "base/stop_flag.h"

namespace weir {

/// Default limit on the states of a construction.
inline constexpr std::uint32_t kDefaultStateLimit = 1 << 20;

struct ConstructionLimits {
  /// Ends the work when raised; also raised here when memory runs out. Null: the work cannot be stopped.
  StopFlag* stop = nullptr;
  /// Limit on the resident bytes of the process; 0: unlimited.
  std::uint64_t resident_bytes = 0;
};

/// Ends a construction. Thrown only by functions of this folder.
class LimitReached : public std::exception {
 public:
  enum class Kind : std::uint8_t {
    Stopped,   ///< the flag was raised, or memory ran out
    TooLarge,  ///< a limit on states, edges or decision nodes
    Effort,    ///< the steps granted by `attempt` are exhausted
  };
  LimitReached(Kind kind, std::string message) : kind_(kind), message_(std::move(message)) {}
  Kind kind() const { return kind_; }
  const char* what() const noexcept override { return message_.c_str(); }
  Diagnostic diagnostic() const { return {.message = message_, .limit = true}; }

 private:
  Kind kind_;
  std::string message_;
};

[[noreturn]] inline void too_large(std::string message) {
  throw LimitReached(LimitReached::Kind::TooLarge, std::move(message));
}

/// Counts the steps of a construction. One step costs about as much as one operation on a decision node.
class Meter {
 public:
  explicit Meter(const ConstructionLimits& limits = {}) : limits_(limits) {}

  const ConstructionLimits& limits() const { return limits_; }
  std::uint64_t used() const { return next_look_ - left_; }

  void step() {
    if (--left_ == 0) look();
  }
  void steps(std::uint64_t count) {
    if (count < left_) {
      left_ -= count;
    } else {
      next_look_ += count - left_;
      left_ = 0;
      look();
    }
  }
  /// Announces an allocation of `bytes` bytes.
  void allocate(std::uint64_t bytes) {
    unseen_bytes_ += bytes;
    if (unseen_bytes_ >= kLookAfterBytes) look_at_memory();
  }

  /// Removes all limits, for the remaining work after a construction is complete.
  void lift() { limits_ = {}; }

  /// Grants at most `steps` more steps. Returns the previous grant, to be passed to `restore`.
  std::uint64_t grant(std::uint64_t steps) {
    const std::uint64_t before = allowance_;
    const std::uint64_t now = used();
    if (steps < allowance_ - now) allowance_ = now + steps;
    left_ = next_look_ = 0;
    schedule(now);
    return before;
  }
  void restore(std::uint64_t allowance) { allowance_ = allowance; }

 private:
  static constexpr std::uint64_t kLookEvery = 1024;
  static constexpr std::uint64_t kLookAfterBytes = 1 << 20;
  static constexpr std::uint64_t kNoAllowance = std::numeric_limits<std::uint64_t>::max();

  void schedule(std::uint64_t now) {
    const std::uint64_t room = allowance_ > now ? allowance_ - now : 1;
    left_ = room < kLookEvery ? room : kLookEvery;
    next_look_ = now + left_;
  }
  void look();
  void look_at_memory();
  [[noreturn]] void stopped() const;

  ConstructionLimits limits_;
  std::uint64_t left_ = kLookEvery;       ///< steps until the next check
  std::uint64_t next_look_ = kLookEvery;  ///< in steps since the start
  std::uint64_t allowance_ = kNoAllowance;
  std::uint64_t unseen_bytes_ = 0;  ///< allocated since the last memory check
};

namespace detail {
template <class T>
struct ExpectedOf {
  using Type = Expected<T>;
};
template <class T>
struct ExpectedOf<Expected<T>> {
  using Type = Expected<T>;
};
}  // namespace detail

/// Runs a construction; converts LimitReached to a diagnostic with `limit` set.
template <class Work>
auto bounded(Work&& work) -> typename detail::ExpectedOf<std::invoke_result_t<Work>>::Type {
  try {
    return work();
  } catch (const LimitReached& limit) {
    return limit.diagnostic();
  } catch (const std::bad_alloc&) {
    return Diagnostic{.message = reason_text(StopFlag::Reason::Memory), .limit = true};
  }
}

/// Runs optional work for at most `steps` steps. Returns nothing if it took more or grew too large. A stop propagates.
template <class Work>
auto attempt(Meter& meter, std::uint64_t steps, Work&& work) -> std::optional<std::invoke_result_t<Work>> {
  struct Grant {
    Meter& meter;
    std::uint64_t before;
    ~Grant() { meter.restore(before); }
  };
  const Grant grant{meter, meter.grant(steps)};
  try {
    return work();
  } catch (const LimitReached& limit) {
    const bool own = limit.kind() == LimitReached::Kind::TooLarge ||
                     (limit.kind() == LimitReached::Kind::Effort && meter.used() < grant.before);
    if (!own) throw;
    return std::nullopt;
  }
}

}  // namespace weir
