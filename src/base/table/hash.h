// SPDX-License-Identifier: Apache-2.0
// 64-bit hashing of byte strings: a multiply-and-fold mix (the idea of wyhash). Not for adversarial input.
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

/// Consumes sixteen bytes per multiplication, with three independent multiplications for long strings so that they
/// overlap. The tail is read as words that overlap bytes already read, never byte by byte.
inline std::uint64_t hash_bytes(std::span<const std::byte> bytes, std::uint64_t seed = 0) {
  constexpr std::uint64_t kOne = 0x8BB84B93962EACC9ULL;
  constexpr std::uint64_t kTwo = 0x4B33A62ED433D4A3ULL;
  constexpr std::uint64_t kThree = 0x4D5A2DA51DE1AA47ULL;
  const auto word = [](const std::byte* from) {
    std::uint64_t value;
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  const auto half = [](const std::byte* from) {
    std::uint32_t value;
    std::memcpy(&value, from, sizeof value);
    return std::uint64_t{value};
  };
  const std::byte* p = bytes.data();
  const std::size_t size = bytes.size();
  std::uint64_t hash = seed ^ (kOne * (size + 1));
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  if (size > 16) {
    std::size_t left = size;
    if (left > 48) {
      std::uint64_t second = hash;
      std::uint64_t third = hash;
      for (; left > 48; p += 48, left -= 48) {
        hash = fold_multiply(word(p) ^ kOne, word(p + 8) ^ hash);
        second = fold_multiply(word(p + 16) ^ kTwo, word(p + 24) ^ second);
        third = fold_multiply(word(p + 32) ^ kThree, word(p + 40) ^ third);
      }
      hash ^= second ^ third;
    }
    for (; left > 16; p += 16, left -= 16) hash = fold_multiply(word(p) ^ kOne, word(p + 8) ^ hash);
    a = word(p + left - 16);
    b = word(p + left - 8);
  } else if (size >= 8) {
    a = word(p);
    b = word(p + size - 8);
  } else if (size >= 4) {
    a = half(p);
    b = half(p + size - 4);
  } else if (size > 0) {
    a = std::to_integer<std::uint64_t>(p[0]) << 16 | std::to_integer<std::uint64_t>(p[size / 2]) << 8 |
        std::to_integer<std::uint64_t>(p[size - 1]);
  }
  return hash_mix(hash, fold_multiply(a ^ kTwo, b ^ hash));
}

}  // namespace weir
