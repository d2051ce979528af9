// SPDX-License-Identifier: Apache-2.0
// Encodes file names in URIs.
#pragma once

#include <string>
#include <string_view>

namespace weir {

/// Encodes bytes that are not allowed in the path of a URI as %XX.
inline std::string percent_encoded(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || std::string_view("/-._~").find(c) != std::string_view::npos) {
      encoded += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      encoded += '%';
      encoded += kDigits[byte >> 4];
      encoded += kDigits[byte & 15];
    }
  }
  return encoded;
}

}  // namespace weir
