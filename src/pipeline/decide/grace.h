// SPDX-License-Identifier: Apache-2.0
// After a limit there is a little extra time to rebuild, refine, certify and show a run that was found in time.
#pragma once

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"
#include "model/expansion_limits.h"
#include "pipeline/decide/attempt.h"
#include "pipeline/interruption.h"

namespace weir {

/// For its lifetime, expansions of the model obey a flag that is raised some seconds after the limit.
class Grace {
 public:
  Grace(const Attempt& attempt, double seconds)
      : watchdog_(stop, 0, delayed([&attempt] { return attempt.context.stop->raised(); }, seconds)),
        budget_(memory_limit_of(attempt.plan)),
        limited_(attempt.system, {&stop, &budget_}),
        reduced_(attempt.reductions.system.get(), {&stop, &budget_}) {}

  StopFlag stop;

 private:
  Watchdog watchdog_;
  MemoryBudget budget_;
  LimitedExpansions limited_;
  LimitedExpansions reduced_;
};

}  // namespace weir
