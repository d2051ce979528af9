// SPDX-License-Identifier: Apache-2.0
// The table of hunting strategies: incomplete searches for spaces beyond reach. Each spends a given effort on one
// target and returns what it found; a portfolio runs them in turn with new seeds and growing efforts (pipeline/hunt).
// A new strategy is one file and one row; documentation, tests and the portfolio iterate the table.
#pragma once

#include <span>

#include "search/hunt/target.h"

namespace weir {

struct HuntStrategy {
  const char* name;
  const char* summary;
  bool exact;  ///< an exhausted search has visited every state
  bool (*suits)(const HuntTarget& target);
  DefectResult (*run)(const HuntTarget& target, const HuntEffort& effort);
};

std::span<const HuntStrategy> hunt_strategies();

}  // namespace weir
