// SPDX-License-Identifier: Apache-2.0
// Estimates the number of distinct elements from their hashes in 16 kB (HyperLogLog: Flajolet, Fusy, Gandouet and
// Meunier 2007). The error is below one per cent. Used by searches that drop states.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace weir {

class DistinctEstimate {
 public:
  void see(std::uint64_t hash) {
    // Mix the hash again: tables use its low bits.
    hash ^= hash >> 33;
    hash *= 0xff51afd7ed558ccdULL;
    hash ^= hash >> 33;
    const std::uint64_t rest = (hash << kIndexBits) | (std::uint64_t{1} << (kIndexBits - 1));
    const auto rank = static_cast<std::uint8_t>(std::countl_zero(rest) + 1);
    std::uint8_t& known = ranks_[hash >> (64 - kIndexBits)];
    if (rank > known) known = rank;
  }
  /// Also counts what `other` has seen.
  void add(const DistinctEstimate& other) {
    for (std::size_t i = 0; i < kSize; ++i) ranks_[i] = std::max(ranks_[i], other.ranks_[i]);
  }
  std::uint64_t estimate() const {
    constexpr double size = double(kSize);
    double sum = 0;
    double empty = 0;
    for (const std::uint8_t rank : ranks_) {
      sum += std::ldexp(1.0, -int(rank));
      if (rank == 0) ++empty;
    }
    double result = 0.7213 / (1 + 1.079 / size) * size * size / sum;
    if (result < 2.5 * size && empty > 0) result = size * std::log(size / empty);
    return static_cast<std::uint64_t>(std::llround(result));
  }

 private:
  static constexpr unsigned kIndexBits = 14;
  static constexpr std::size_t kSize = std::size_t{1} << kIndexBits;
  std::array<std::uint8_t, kSize> ranks_{};
};

}  // namespace weir
