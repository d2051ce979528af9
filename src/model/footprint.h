// SPDX-License-Identifier: Apache-2.0
// What a transition reads and writes, derived from its code: an over-approximation that reductions may rely on.
#pragma once

#include "model/program.h"

namespace weir {

Footprint footprint_of(const Program& program, const Transition& transition);
/// Adds the footprints of all that may happen between `inner` and the end of a deterministic run.
void add_deterministic_footprint(const Program& program, Transition& transition);
/// Adds what a piece of code touches.
void add_footprint(const Program& program, CodeRef code, Footprint& footprint);

}  // namespace weir
