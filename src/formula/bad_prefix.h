// SPDX-License-Identifier: Apache-2.0
// Bad prefixes: how much of an infinite word already shows that a formula fails, whatever follows. Judged by the
// definition of "informative" prefixes (Kupferman and Vardi, "Model Checking of Safety Properties", 1999): the negated
// formula is true of the prefix alone, nothing being put off beyond its end. Sound for every formula; formulas written
// so that their failure shows only in the long run (F p & G !p) have none.
#pragma once

#include <cstddef>
#include <optional>

#include "formula/timeline.h"

namespace weir {

/// The number of letters of the shortest informative bad prefix of a lasso, at most as many as it has positions; none:
/// there is no such prefix.
std::optional<std::size_t> bad_prefix_length(Formula formula, const ValuedWord& lasso);

}  // namespace weir
