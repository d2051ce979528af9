// SPDX-License-Identifier: Apache-2.0
// Formulas with time bounds on whole timed words, evaluated by the definitions of their operators: every position is
// tried. The oracle for the streams of weir trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formula/formula.h"

namespace weir::test {

struct TimedWord {
  std::vector<std::string> atoms;
  std::vector<std::uint64_t> letters;  ///< bit k: atoms[k] holds
  std::vector<std::int64_t> stamps;    ///< nanoseconds, not decreasing
};

/// Whether `f` holds at position `i` of the word. Closures, first_match and [:*] are not supported.
bool holds_on_timed(Formula f, const TimedWord& word, std::size_t i);

}  // namespace weir::test
