// SPDX-License-Identifier: Apache-2.0
// Upper bounds for the tokens of places, from sets of places that never gain tokens.
//
// Let no transition give more tokens to the places of a set than it takes from them. Then the set has at most its
// initial tokens in every reachable marking, and so has each of its places. A process, a resource with its users, or a
// bounded buffer with its free slots is such a set. Sets are grown place by place: a transition that gives more must
// take from a further place. The effort depends on the net alone, so that a saved run finds the same bounds again.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "frontend/pnml/net.h"

namespace weir::pnml {

inline constexpr std::uint64_t kNoBound = std::numeric_limits<std::uint64_t>::max();

/// A proved bound for every place; kNoBound where none is found.
std::vector<std::uint64_t> place_bounds(const Net& net);

}  // namespace weir::pnml
