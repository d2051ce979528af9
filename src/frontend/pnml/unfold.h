// SPDX-License-Identifier: Apache-2.0
// Unfolds a coloured net into a P/T net with the same behaviour: a place for every colour that it may hold, a
// transition for every binding that may be enabled. What "may" occur is the least fixed point that starts with the
// initial marking and ignores how many tokens there are: a binding is enabled once all colours that it needs have
// occurred; firing it makes the colours occur that it produces. Memory is linear in the result.
//
// The fixed point is computed as Datalog programs are evaluated (semi-naive): every new colour of a place is matched
// with the input arcs of its transitions, and the other input arcs are joined with the colours known so far, using an
// index by the components that are already bound. Guards prune as soon as they are false.
#pragma once

#include <cstdint>

#include <weir/diagnostic.h>

#include "frontend/pnml/coloured_net.h"
#include "frontend/pnml/net.h"

namespace weir::pnml {

/// Fails if the result would have more arcs than this.
inline constexpr std::uint64_t kMostUnfoldedArcs = 10'000'000;

Expected<Net> unfold(const ColouredNet& net, std::uint64_t most_arcs = kMostUnfoldedArcs);

}  // namespace weir::pnml
