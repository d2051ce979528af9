// SPDX-License-Identifier: Apache-2.0
#include "cli/document_position.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "base/text/uri.h"

namespace weir::cli {
namespace {

/// The number of UTF-16 units in the first `characters` characters of a line.
std::uint32_t units(std::string_view line, std::uint32_t characters) {
  std::uint32_t result = 0;
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0U) == 0x80U) continue;  // continuation byte
    if (characters-- == 0) break;
    result += byte >= 0xF0U ? 2 : 1;
  }
  return result;
}

/// The byte offset in a line after `wanted` UTF-16 units.
std::size_t byte_at(std::string_view line, std::uint32_t wanted) {
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const auto byte = static_cast<unsigned char>(line[i]);
    if ((byte & 0xC0U) == 0x80U) continue;
    if (seen >= wanted) return i;
    seen += byte >= 0xF0U ? 2 : 1;
  }
  return line.size();
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

std::string path_of(std::string_view uri) {
  if (uri.starts_with(kFileScheme)) uri.remove_prefix(kFileScheme.size());
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned value = 0;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        std::from_chars(uri.data() + i + 1, uri.data() + i + 3, value, 16).ptr == uri.data() + i + 3) {
      path += static_cast<char>(value);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

std::string uri_of(const std::string& path) { return std::string(kFileScheme) + percent_encoded(path); }

std::string_view line_of(std::string_view text, std::uint32_t line) {
  for (; line > 0; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

std::string word_at(std::string_view text, std::uint32_t line, std::uint32_t unit) {
  const std::string_view whole = line_of(text, line);
  std::size_t begin = byte_at(whole, unit), end = begin;
  while (begin > 0 && is_word(whole[begin - 1])) --begin;
  while (end < whole.size() && is_word(whole[end])) ++end;
  return std::string(whole.substr(begin, end - begin));
}

nlohmann::json range_in(std::string_view line_text, std::uint32_t line, std::uint32_t column, std::uint32_t length) {
  const std::uint32_t row = line > 0 ? line - 1 : 0, first = column > 0 ? column - 1 : 0;
  return {{"start", {{"line", row}, {"character", units(line_text, first)}}},
          {"end", {{"line", row}, {"character", units(line_text, first + length)}}}};
}

std::uint32_t coordinate(const nlohmann::json& number) {
  constexpr std::uint64_t kLargest = 0x7fffffff;
  if (!number.is_number_unsigned()) throw WrongParameters();
  return static_cast<std::uint32_t>(std::min(number.get<std::uint64_t>(), kLargest));
}

}  // namespace weir::cli
