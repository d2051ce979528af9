// SPDX-License-Identifier: Apache-2.0
// How much work goes into a shorter counterexample if the user has not asked for the shortest one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <weir/result.h>

#include "pipeline/decide/attempt.h"

namespace weir {

struct ShorteningEffort {
  static constexpr std::size_t kShort = 20;  ///< steps of a run that is short enough

  /// Half of what the search took, at least half a second or 200 000 states; of a time limit, a quarter of what is
  /// left, because the run must still be certified.
  ShorteningEffort(const Attempt& attempt, const Statistics& search)
      : seconds(std::max(0.5, search.seconds / 2)), states(std::max<std::uint64_t>(200'000, search.states / 2)) {
    const double limit = attempt.limits().seconds;
    if (limit > 0) seconds = std::clamp((limit - search.seconds) / 4, 1e-3, seconds);
  }

  double seconds;
  std::uint64_t states;
};

/// Said of a run that several threads found, and that no search with a fixed order has replaced.
inline constexpr const char* kMayDiffer =
    "several threads found this counterexample; another run of weir may show another one";

/// Replaces a finite run to a defect by a shortest one of the space, if it is long or several threads found it, and if
/// the effort suffices. Warns if the run depends on chance.
void shorten(const Attempt& attempt, SearchSpace& space, Defect defect, Run& run, PropertyResult& result);

}  // namespace weir
