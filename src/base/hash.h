// SPDX-License-Identifier: Apache-2.0
// 64-bit hashing of byte strings: a multiply-and-fold mix, eight bytes at a time. Not for adversarial input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace weir {

inline std::uint64_t fold_multiply(std::uint64_t a, std::uint64_t b) {
  const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

inline std::uint64_t hash_mix(std::uint64_t a, std::uint64_t b) {
  return fold_multiply(a ^ 0x9E3779B97F4A7C15ULL, b ^ 0xD1B54A32D192ED03ULL);
}

inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  const std::byte* p = bytes.data();
  std::size_t left = bytes.size();
  std::uint64_t hash = seed ^ (0x8BB84B93962EACC9ULL * (left + 1));
  while (left > 8) {
    std::uint64_t word;
    std::memcpy(&word, p, 8);
    hash = fold_multiply(hash ^ word, 0x9E3779B97F4A7C15ULL);
    p += 8;
    left -= 8;
  }
  std::uint64_t word = 0;
  if (left > 0) std::memcpy(&word, p, left);
  return hash_mix(hash, word);
}

}  // namespace weir
