// SPDX-License-Identifier: Apache-2.0
// Checks whether a run read from a file, or found by a resumed search, is a run of the given space. Unlike
// counterexample/replay.h it asks the space that was searched, reductions included, and trusts nothing. Code that takes
// states and steps for granted can use the run afterwards.
#pragma once

#include "model/run.h"
#include "search/space/search_space.h"

namespace weir {

/// `model`: the space of model states, without automaton.
bool is_run_of(SearchSpace& model, const Run& run);

}  // namespace weir
