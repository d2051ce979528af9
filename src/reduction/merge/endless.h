// SPDX-License-Identifier: Apache-2.0
// Finds the locations that may begin a sequence that never gives up control (an atomic sequence in a loop), statically:
// a location from which a cycle of transitions that keep control is reachable. Cycles that count to a constant bound,
// such as loops over an array, are known to end.
#pragma once

#include <vector>

#include "model/program.h"

namespace weir {

/// `passed`: further locations at which control is kept, or empty. `counting_ends`: ignore counting cycles.
std::vector<bool> endless_locations(const Program& program, const std::vector<bool>& passed, bool counting_ends);

}  // namespace weir
