// SPDX-License-Identifier: Apache-2.0
// Identifies a source text by its content. Texts with equal 128-bit digests are treated as equal; the digest is not
// collision-resistant against an attacker.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/table/hash.h"

namespace weir {

struct SourceDigest {
  std::string name;  ///< file name, for messages
  std::array<std::uint64_t, 3> value = {};
};

inline SourceDigest digest_of(std::string name, std::string_view text) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {std::move(name), {text.size(), hash_bytes(bytes, 1), hash_bytes(bytes, 2)}};
}

}  // namespace weir
