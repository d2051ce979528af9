// SPDX-License-Identifier: Apache-2.0
// Asks whether values that a reachable state is known to have can be reached. Whatever loses a state that a property
// may see answers wrongly, even if random formulas do not look there.
#pragma once

#include "support/differential/judge.h"

namespace weir::test {

/// `G !(x == 1 & y == 0)` for some numbers of a random state; nothing if the model shows none.
std::optional<Case> probe(Draw& draw, const Subject& subject);

}  // namespace weir::test
