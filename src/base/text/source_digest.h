// SPDX-License-Identifier: Apache-2.0
// A text that was read, known by its content. Two texts with the same digest are taken for the same: it has 128 bits,
// but nothing in it withstands somebody who looks for a collision.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/table/hash.h"

namespace weir {

struct SourceDigest {
  std::string name;  ///< of the file, for messages
  std::array<std::uint64_t, 3> value = {};
};

inline SourceDigest digest_of(std::string name, std::string_view text) {
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text.data(), text.size()));
  return {std::move(name), {text.size(), hash_bytes(bytes, 1), hash_bytes(bytes, 2)}};
}

}  // namespace weir
