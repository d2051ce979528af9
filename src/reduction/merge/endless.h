// SPDX-License-Identifier: Apache-2.0
// Which locations may begin a sequence that never gives up control (an atomic sequence in a loop), judged by the text:
// a location does if it leads to a cycle of transitions that keep control. Cycles that count up or down to a constant
// bound, as loops over an array do, are known to end.
#pragma once

#include <vector>

#include "model/program.h"

namespace weir {

/// `passed`: locations at which control is kept as well; empty: none. `counting_ends`: cycles that count are left out.
std::vector<bool> endless_locations(const Program& program, const std::vector<bool>& passed, bool counting_ends);

}  // namespace weir
