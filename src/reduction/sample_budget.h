// SPDX-License-Identifier: Apache-2.0
// SampleBudget: limits the exploration of the first states of a model that decides whether a reduction pays off. It
// counts generated states and bytes, so that the result is the same on every machine; the clock only guards against
// models with very slow expansions.
#pragma once

#include <chrono>
#include <cstddef>

#include <weir/transition_system.h>

namespace weir {

class SampleBudget {
 public:
  /// Counts the successors of one expansion.
  void spend(const SuccessorBuffer& successors) {
    for (std::size_t i = 0; i < successors.size(); ++i) bytes_ += successors.state(i).size() + kStep;
  }
  bool is_left() const { return bytes_ < kBytes && std::chrono::steady_clock::now() < end_; }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 25;
  static constexpr std::size_t kStep = 64;  ///< cost of a successor in addition to its bytes
  std::size_t bytes_ = 0;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace weir
