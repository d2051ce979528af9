// SPDX-License-Identifier: Apache-2.0
// Decodes characters of UTF-8 text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace weir {

/// The number of bytes of the first character; 0 if the text is empty or not UTF-8.
inline std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return 1;
  const std::size_t length = lead >= 0xF5 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 0;
  if (length == 0 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) return 0;
  }
  const auto second = static_cast<unsigned char>(text[1]);
  if (lead == 0xE0 && second < 0xA0) return 0;   // overlong
  if (lead == 0xED && second >= 0xA0) return 0;  // surrogate
  if (lead == 0xF0 && second < 0x90) return 0;   // overlong
  if (lead == 0xF4 && second >= 0x90) return 0;  // beyond U+10FFFF
  return length;
}

/// Decodes the first character; `length` is the result of utf8_length.
inline std::uint32_t utf8_character(std::string_view text, std::size_t length) {
  const auto lead = static_cast<unsigned char>(text.front());
  std::uint32_t code = length <= 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return code;
}

}  // namespace weir
