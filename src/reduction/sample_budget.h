// SPDX-License-Identifier: Apache-2.0
// SampleBudget: how much may be spent on looking at the first states of a model to see whether a reduction pays. What
// is generated decides, so that the outcome is the same on every machine; the clock only guards against models whose
// single states take very long.
#pragma once

#include <chrono>
#include <cstddef>

#include <weir/transition_system.h>

namespace weir {

class SampleBudget {
 public:
  /// Counts what one expansion has generated.
  void spend(const SuccessorBuffer& successors) {
    for (std::size_t i = 0; i < successors.size(); ++i) bytes_ += successors.state(i).size() + kStep;
  }
  bool is_left() const { return bytes_ < kBytes && std::chrono::steady_clock::now() < end_; }

 private:
  static constexpr std::size_t kBytes = std::size_t{1} << 25;
  static constexpr std::size_t kStep = 64;  ///< what a successor costs beside its bytes
  std::size_t bytes_ = 0;
  std::chrono::steady_clock::time_point end_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
};

}  // namespace weir
