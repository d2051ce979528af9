// SPDX-License-Identifier: Apache-2.0
// Whether a run that was read from a file, or found by a search that was, is one of the space it claims to be of.
// Unlike counterexample/replay.h it asks the space that was searched, reductions included, and believes nothing: after
// it the run can be handed to code that takes states and steps for granted.
#pragma once

#include "model/run.h"
#include "search/space/search_space.h"

namespace weir {

/// `model`: the space of the model's states, without an automaton.
bool is_run_of(SearchSpace& model, const Run& run);

}  // namespace weir
