// SPDX-License-Identifier: Apache-2.0
// CutSample: where to cut states in two so that both halves take few values. The left half takes the more values the
// longer it is, the right one the fewer, so the cut where the two meet is found by bisection; no other cut has less
// than half as many values in all.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

class CutSample {
 public:
  static constexpr std::size_t kStates = std::size_t{1} << 16;  ///< about as many as a sample should have

  void add(StateView state);
  std::size_t best_cut() const;
  /// Different left halves and different right halves in the sample, together.
  std::size_t values(std::size_t cut) const { return left_values(cut) + right_values(cut); }

 private:
  std::size_t left_values(std::size_t cut) const;
  std::size_t right_values(std::size_t cut) const;
  template <class Part>
  std::size_t count_values(Part&& part) const;

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> ends_;
  std::size_t longest_ = 0;
};

}  // namespace weir
