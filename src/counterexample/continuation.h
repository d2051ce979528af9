// SPDX-License-Identifier: Apache-2.0
// An infinite continuation of a finite run, to judge and show a run whose continuations all fail.
#pragma once

#include <cstddef>

#include "model/run.h"

namespace weir {

/// Extends a finite run to a lasso: depth-first from its last state to a state without successors, which repeats, or
/// back to a state on the path. Returns the run unchanged if no cycle is found among this many states; runs that only
/// end in run-time errors have none.
Run continued(const TransitionSystem& system, Run run, std::size_t most_states);

}  // namespace weir
