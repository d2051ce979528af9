// SPDX-License-Identifier: Apache-2.0
// Bad prefixes: how many letters of an infinite word suffice to show that a formula fails, whatever follows. Uses the
// definition of "informative" prefixes (Kupferman and Vardi, "Model Checking of Safety Properties", 1999): the negated
// formula holds on the prefix alone, with no obligation left at its end. Sound for every formula; formulas whose
// violation shows only in the limit (F p & G !p) have none.
#pragma once

#include <cstddef>
#include <optional>

#include "base/stop_flag.h"
#include "formula/timeline.h"

namespace weir {

/// The length of the shortest informative bad prefix of a lasso, at most its number of positions; empty if there is no
/// such prefix. Long words take less time if the length is close to the guess. Once `stop` is raised, the result may be
/// too long or empty.
std::optional<std::size_t> bad_prefix_length(Formula formula, const ValuedWord& lasso,
                                             std::size_t guess = ~std::size_t{0}, const StopFlag* stop = nullptr);

}  // namespace weir
