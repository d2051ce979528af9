// SPDX-License-Identifier: Apache-2.0
#include "base/text/printable.h"

#include <fmt/core.h>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

namespace weir {
namespace {

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

/// Line separators, and characters that change the display order of text.
bool rearranges(std::uint32_t code) {
  return code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string escape_of(std::uint32_t code) {
  switch (code) {
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    default: return code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
  }
}

std::string escaped(std::string_view text, bool keep_lines) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text.substr(at));
    if (length == 0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at++]));
      continue;
    }
    const std::uint32_t code = utf8_character(text.substr(at), length);
    const bool kept = keep_lines && (code == '\n' || code == '\t');
    if ((is_control(code) || rearranges(code)) && !kept) {
      result += escape_of(code);
    } else {
      result.append(text, at, length);
    }
    at += length;
  }
  return result;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, false); }
std::string printable_lines(std::string_view text) { return escaped(text, true); }

std::string in_one_line(std::string_view text) {
  std::string result;
  bool blank = false;
  for (const char c : text) {
    if (ascii::is_space(c)) {
      blank = !result.empty();
      continue;
    }
    if (blank) result += ' ';
    blank = false;
    result += c;
  }
  return result;
}

}  // namespace weir
