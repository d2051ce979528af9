// SPDX-License-Identifier: Apache-2.0
// Limits of constructions. A translation, product or determinisation may take exponential time and space, so each works
// under limits: a flag that ends it (time, an interrupt), the memory that the process may use, a number of states.
//
// Limits are a value given to the AtomSpace (or BddManager) that a construction works in; its Meter counts the steps of
// everything that is built there and looks after the limits now and then. Inside this folder a limit unwinds as the
// exception LimitReached. It leaves the folder as a value: entry points that return Expected<T> catch it themselves,
// others are called through `bounded`. Steps that only make an automaton smaller or classify it are tried with
// `attempt`, for a bounded number of steps, so that they never take much longer than what they are applied to.
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

/// States a construction may make before it gives up.
inline constexpr std::uint32_t kDefaultStateLimit = 1 << 20;

struct ConstructionLimits {
  /// Ends the work when it is raised; raised here when memory runs out. None: nothing stops the work.
  StopFlag* stop = nullptr;
  /// Bytes that the process may have resident; 0: no limit.
  std::uint64_t resident_bytes = 0;
};

/// Ends a construction. Thrown by functions of this folder only.
class LimitReached : public std::exception {
 public:
  enum class Kind : std::uint8_t {
    Stopped,   ///< the flag was raised, or memory ran out
    TooLarge,  ///< a bound on states, edges or decision nodes
    Effort,    ///< the steps granted by `attempt` are used up
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

/// Counts the steps of a construction. A step is about as much work as one operation on a decision node.
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
  /// Memory is about to grow by so many bytes.
  void allocate(std::uint64_t bytes) {
    unseen_bytes_ += bytes;
    if (unseen_bytes_ >= kLookAfterBytes) look_at_memory();
  }

  /// No limit from now on: for what is left to do when a construction is complete.
  void lift() { limits_ = {}; }

  /// Grants at most `steps` more steps; returns the previous grant, to be given back by `restore`.
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
  std::uint64_t left_ = kLookEvery;       ///< steps until the next look
  std::uint64_t next_look_ = kLookEvery;  ///< in steps since the beginning
  std::uint64_t allowance_ = kNoAllowance;
  std::uint64_t unseen_bytes_ = 0;  ///< allocated since the last look at memory
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

/// Runs a construction; a limit that it reaches becomes a diagnostic with `limit` set.
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

/// Runs work whose result can be done without, for at most `steps` steps. Nothing: it took more, or grew too large.
/// A stop passes through.
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
