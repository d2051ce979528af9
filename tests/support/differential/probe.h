// SPDX-License-Identifier: Apache-2.0
// Asks about values that runs are known to have: whether they occur, recur, follow one another, or are avoided.
// Whatever loses a state or a run that a property may see answers wrongly, even if random formulas do not look there.
#pragma once

#include "support/differential/judge.h"

namespace weir::test {

/// `G !v`, `F G !v`, `G (v -> G !w)`, `F v` or `G F v`, where v and w fix some numbers of states on one run; nothing if
/// the model shows no numbers.
std::optional<Case> probe(Draw& draw, const Subject& subject);

}  // namespace weir::test
