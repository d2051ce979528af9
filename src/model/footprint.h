// SPDX-License-Identifier: Apache-2.0
// What a transition reads and writes, derived from its code: an over-approximation that reductions may rely on.
#pragma once

#include "model/program.h"

namespace weir {

Footprint footprint_of(const Program& program, const Transition& transition);

}  // namespace weir
