// SPDX-License-Identifier: Apache-2.0
// PairRelations: how one transition may affect another, cached for pairs of numbered facts. Used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reduction/partial_order/transition_facts.h"

namespace weir {

class PairRelations {
 public:
  /// Facts with a higher number are not cached.
  static constexpr std::uint32_t kNumberLimit = 1024;
  // The two steps conflict; the first conflicts with the second or with the successors of the second.
  static constexpr std::uint8_t kConflict = 2, kDisturbs = 4;
  // The second, or its successors, may write what the first waits for.
  static constexpr std::uint8_t kGuard = 8, kFields = 16, kHeads = 32, kTails = 64;

  /// Numbers new facts while there are numbers.
  void number(std::vector<TransitionFacts>& added) {
    for (TransitionFacts& facts : added)
      if (numbers_ < kNumberLimit) facts.number = numbers_++;
  }

  std::uint8_t between(const TransitionFacts& step, const TransitionFacts& other) {
    if (step.number >= kNumberLimit || other.number >= kNumberLimit) return compute(step, other);
    if (pairs_.empty()) pairs_.resize(std::size_t{kNumberLimit} * kNumberLimit);
    std::uint8_t& known = pairs_[std::size_t{step.number} * kNumberLimit + other.number];
    if (known == 0) known = compute(step, other);
    return known;
  }
  /// Returns whether two steps conflict.
  bool conflicting(const TransitionFacts& a, const TransitionFacts& b) { return (between(a, b) & kConflict) != 0; }
  /// The known relations between a numbered transition and others, by number (0: unknown); null if it has no number.
  const std::uint8_t* known(std::uint32_t number) {
    if (number >= kNumberLimit) return nullptr;
    if (pairs_.empty()) pairs_.resize(std::size_t{kNumberLimit} * kNumberLimit);
    return pairs_.data() + std::size_t{number} * kNumberLimit;
  }

 private:
  static constexpr std::uint8_t kKnown = 1;
  static std::uint8_t compute(const TransitionFacts& step, const TransitionFacts& other);

  std::uint32_t numbers_ = 0;
  std::vector<std::uint8_t> pairs_;
};

}  // namespace weir
