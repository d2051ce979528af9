// SPDX-License-Identifier: Apache-2.0
// Grace: after a limit there is a little extra time to rebuild, refine, certify and describe a run that was found in
// time. All of them share it. A share of the time that is used up does not count: a run that was found is worth more
// than another search.
#pragma once

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"
#include "model/expansion_limits.h"
#include "pipeline/decide/attempt.h"

namespace weir {

/// For its lifetime, expansions of the model are complete until the extra time is over; then `attempt.cut` is raised.
class Grace {
 public:
  /// After the limit of the whole run. The command line ends the program a little later.
  static constexpr double kSeconds = 0.5;

  explicit Grace(Attempt& attempt)
      : watchdog_(late_, 0, [&whole = attempt.context.stop->whole()] { return whole.seconds_raised() >= kSeconds; }),
        budget_(memory_limit_of(attempt.plan)),
        limited_(attempt.system, {&late_, &budget_}),
        reduced_(attempt.reductions.system.get(), {&late_, &budget_}),
        attempt_(attempt),
        before_(attempt.cut) {
    attempt.cut = &late_;
  }
  ~Grace() { attempt_.cut = before_; }
  Grace(const Grace&) = delete;
  Grace& operator=(const Grace&) = delete;

 private:
  StopFlag late_;
  Watchdog watchdog_;
  MemoryBudget budget_;
  LimitedExpansions limited_;
  LimitedExpansions reduced_;
  Attempt& attempt_;
  StopFlag* before_;
};

}  // namespace weir
