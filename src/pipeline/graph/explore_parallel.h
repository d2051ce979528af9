// SPDX-License-Identifier: Apache-2.0
// explore by several threads, breadth-first; the counts are those of one thread.
#pragma once

#include <weir/weir.h>

#include "base/memory/memory_budget.h"
#include "base/stop_flag.h"

namespace weir {

/// `seconds_used`: before this; `cut`: raised once expansions may lack successors. The result lacks what is known from
/// the options.
ExploreResult explore_in_parallel(const TransitionSystem& system, const ExploreOptions& options, unsigned threads,
                                  double seconds_used, MemoryBudget& budget, Observer* observer, const StopFlag& cut);

}  // namespace weir
