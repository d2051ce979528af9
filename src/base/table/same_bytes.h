// SPDX-License-Identifier: Apache-2.0
// Equality of short byte strings, without a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace weir {

/// Both strings have the same length.
inline bool same_bytes(const std::byte* a, const std::byte* b, std::size_t size) {
  const auto word = [](const std::byte* from) {
    std::uint64_t value;
    std::memcpy(&value, from, sizeof value);
    return value;
  };
  if (size < 8) {
    for (std::size_t i = 0; i < size; ++i)
      if (a[i] != b[i]) return false;
    return true;
  }
  std::size_t at = 0;
  for (; at + 16 <= size; at += 16)
    if (((word(a + at) ^ word(b + at)) | (word(a + at + 8) ^ word(b + at + 8))) != 0) return false;
  if (at + 8 <= size && word(a + at) != word(b + at)) return false;
  return word(a + size - 8) == word(b + size - 8);
}

inline bool same_bytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && same_bytes(a.data(), b.data(), a.size());
}

}  // namespace weir
