// SPDX-License-Identifier: Apache-2.0
// Derives what a transition reads and writes from its code: an over-approximation for reductions.
#pragma once

#include "model/program.h"

namespace weir {

Footprint footprint_of(const Program& program, const Transition& transition);

}  // namespace weir
