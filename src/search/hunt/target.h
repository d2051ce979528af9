// SPDX-License-Identifier: Apache-2.0
// What a hunting strategy gets: where to look for what, and how much effort to spend.
#pragma once

#include <memory>
#include <span>

#include "search/hunt/distance.h"
#include "search/kernel/search.h"

namespace weir {

struct HuntTarget {
  SearchSpace& space;
  Defect wanted = Defect::None;                            ///< None: a failing cycle
  std::span<const std::unique_ptr<Distance>> distances{};  ///< for directed search; may be empty
};

struct HuntEffort {
  std::uint64_t states = 0;  ///< expansions, approximately
  std::uint64_t seed = 0;    ///< of all random choices: the same seed and effort give the same result
  MemoryBudget& budget;
  SearchLimits limits = {};  ///< flags and depth
  Observer* observer = nullptr;
};

}  // namespace weir
