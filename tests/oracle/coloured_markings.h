// SPDX-License-Identifier: Apache-2.0
// Explores a coloured net by its definition: markings are multisets of tuples, and all bindings of all variables are
// tried in every marking. Shares no code with the unfolding.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "support/net/coloured_description.h"

namespace weir::test {

struct ColouredSpace {
  std::uint64_t transitions = 0, deadlocks = 0;
  std::set<std::string> markings;  ///< as text, a line for each place
};

/// Nothing if there are more markings than the limit.
std::optional<ColouredSpace> explore_coloured(const ColouredDescription& net, std::size_t limit);

}  // namespace weir::test
