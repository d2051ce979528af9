// SPDX-License-Identifier: Apache-2.0
// Traps: sets of places such that every transition that takes from the set also gives to it. A trap that has a token
// therefore always has one.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/pnml/net.h"

namespace weir::pnml {

/// The largest trap among these places (by place), sorted; possibly empty. Linear in the size of the net.
std::vector<std::uint32_t> largest_trap(const Net& net, std::vector<bool> places);

}  // namespace weir::pnml
