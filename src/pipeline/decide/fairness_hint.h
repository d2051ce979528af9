// SPDX-License-Identifier: Apache-2.0
// The hint that a counterexample starves a process, so that a fairness assumption would exclude it.
#pragma once

#include <string>

#include <weir/options.h>
#include <weir/transition_system.h>

#include "base/stop_flag.h"
#include "model/run.h"

namespace weir {

/// One sentence that names a process and the weakest assumption, stronger than `fair`, that the run does not meet;
/// empty if the run is strongly fair, is finite, or `stop` is raised meanwhile.
std::string fairness_hint(const TransitionSystem& system, const Run& run, Fairness fair, const StopFlag* stop);

}  // namespace weir
