// SPDX-License-Identifier: Apache-2.0
// The words of a regular expression that start at a position of a timeline, for explanations.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/stop_flag.h"
#include "formula/regex.h"
#include "formula/timeline.h"

namespace weir {

struct RegexMatches {
  /// A position that is reached after going round the cycle `rounds` times.
  struct Visit {
    std::size_t position;
    std::size_t rounds;
  };
  enum class End {
    Dies,      ///< no longer word, at `last`
    WordEnds,  ///< longer words could have followed
    GoesOn,    ///< for ever, on the cycle
    Unknown,   ///< too many steps, or stopped
  };
  std::vector<Visit> ends;  ///< where a word of r ends, in order
  End end = End::Unknown;
  Visit last;
};

/// Follows the derivatives of `r` from `position`. The letters of `r` have rows in the timeline.
RegexMatches regex_matches(const Timeline& timeline, Regex r, std::size_t position, const StopFlag* stop);

}  // namespace weir
