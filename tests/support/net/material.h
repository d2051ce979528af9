// SPDX-License-Identifier: Apache-2.0
// Random place/transition nets as PNML, with questions about them.
#pragma once

#include "support/differential/language.h"

namespace weir::test {

Material net_material(std::uint64_t seed, std::size_t cases);
/// Counts the markings of the net without weir.
std::optional<Census> net_census(const Node& net, std::uint64_t limit);

}  // namespace weir::test
