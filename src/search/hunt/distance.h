// SPDX-License-Identifier: Apache-2.0
// Distance: an estimate of how many steps a state is away from a violation, for a search that expands the nearest
// states first. It need not be a bound. An object belongs to one thread.
#pragma once

#include <cstdint>

#include "search/space/search_space.h"

namespace weir {

class Distance {
 public:
  virtual ~Distance() = default;
  /// `siblings`: the edges among which the state was generated.
  virtual std::uint32_t of(StateView state, const StateEdges& siblings) = 0;
};

/// Deadlock: the number of steps enabled where the state was generated. Few of them are near a state without any.
class EnabledSteps final : public Distance {
 public:
  std::uint32_t of(StateView, const StateEdges& siblings) override {
    return static_cast<std::uint32_t>(siblings.size());
  }
};

}  // namespace weir
