// SPDX-License-Identifier: Apache-2.0
// The nesting depth of a JSON text. The JSON library copies, compares and writes values recursively, so untrusted text
// is measured before it is parsed.
#pragma once

#include <cstddef>
#include <string_view>

namespace weir {

/// Also returns true for text that is not JSON but opens that many brackets.
inline bool json_nests_deeper_than(std::size_t limit, std::string_view text) {
  std::size_t depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\') ++i;
      if (c == '"') quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > limit) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace weir
