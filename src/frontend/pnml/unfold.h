// SPDX-License-Identifier: Apache-2.0
// Unfolds a coloured net into a P/T net with the same behaviour: a place for every colour that it may hold, a
// transition for every binding that may be enabled. What "may" occur is the least fixed point that starts with the
// initial marking and ignores how many tokens there are: a binding is enabled once all colours that it needs have
// occurred; firing it makes the colours occur that it produces. Memory is linear in the result.
//
// The fixed point is computed as Datalog programs are evaluated (semi-naive): every new colour of a place is matched
// with the input arcs of its transitions, and the other input arcs are joined with the colours known so far, using an
// index by the components that are already bound. Guards prune as soon as they are false. A binding is found once: when
// the last colour that it needs becomes active, by the first input that needs this colour.
#pragma once

#include <cstdint>

#include <weir/diagnostic.h>

#include "frontend/pnml/coloured_net.h"
#include "frontend/pnml/net.h"

namespace weir::pnml {

struct UnfoldLimits {
  std::uint64_t nodes_and_arcs = 12'000'000;
  std::uint64_t partial_bindings = 200'000'000;  ///< tried; some guards and arcs admit few of them
};

/// Fails, with a diagnostic without position, if a limit is exceeded.
Expected<Net> unfold(const ColouredNet& net, const UnfoldLimits& limits = {});

}  // namespace weir::pnml
