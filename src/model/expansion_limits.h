// SPDX-License-Identifier: Apache-2.0
// ExpansionLimits: the limits inside one expansion. A single state can have millions of successors, so searches cannot
// wait for the end of an expansion to look at the clock or at the memory used.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <weir/transition_system.h>

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"

namespace weir {

struct ExpansionLimits {
  StopFlag* stop = nullptr;        ///< once raised, expansions may end early with successors missing
  MemoryBudget* memory = nullptr;  ///< when an expansion does not fit, it raises `stop`

  bool stopped() const { return stop != nullptr && stop->raised(); }
  /// Raises `stop` if these bytes of an expansion do not fit besides what the search already uses. Small expansions
  /// always fit: when memory runs out, the store says so first, and the search can be repeated with less.
  bool fits(std::uint64_t bytes) const {
    constexpr std::uint64_t kSmall = std::uint64_t{1} << 20;
    if (bytes <= kSmall || memory == nullptr) return true;
    if (bytes <= memory->limit() - std::min(memory->used(), memory->limit())) return true;
    stop->raise(StopFlag::Reason::Memory);
    return false;
  }
  /// The same for this many successors of about `state_bytes` each. A buffer that grows holds its contents twice for a
  /// moment, and the search has its own copy (with the state of a property, or as a reduction selects them).
  bool fits(std::size_t successors, std::size_t state_bytes) const {
    constexpr std::uint64_t kCopies = 4;
    constexpr std::uint64_t kEntryBytes = sizeof(Step) + 2 * sizeof(std::size_t);
    return fits(kCopies * successors * (state_bytes + kEntryBytes));
  }
};

/// A system whose expansions can be limited. Must not be called concurrently with an expansion.
class LimitedSystem {
 public:
  virtual ~LimitedSystem() = default;
  virtual void obey(const ExpansionLimits& limits) = 0;
  virtual ExpansionLimits limits() const = 0;
};

/// For its lifetime, expansions of the system obey these limits; restores the previous ones afterwards. Has no effect
/// on a system that cannot be limited.
class LimitedExpansions {
 public:
  LimitedExpansions(LimitedSystem* system, const ExpansionLimits& limits);
  LimitedExpansions(TransitionSystem& system, const ExpansionLimits& limits);
  ~LimitedExpansions();
  LimitedExpansions(const LimitedExpansions&) = delete;
  LimitedExpansions& operator=(const LimitedExpansions&) = delete;

 private:
  LimitedSystem* system_;
  ExpansionLimits before_;
};

/// For its lifetime, large expansions of the system are cut short, so that a look at its first states does not take the
/// time of the search. The limit is a size, so that the result is the same on every machine.
class SmallExpansions {
 public:
  explicit SmallExpansions(LimitedSystem* system);
  explicit SmallExpansions(TransitionSystem& system);
  /// Whether an expansion was cut short. All later ones are, too.
  bool cut() const { return stop_.raised(); }

 private:
  static constexpr std::uint64_t kBytes = std::uint64_t{1} << 25;
  MemoryBudget budget_{kBytes};
  StopFlag none_;
  StopFlag stop_;
  LimitedExpansions limited_;
};

}  // namespace weir
