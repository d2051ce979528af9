// SPDX-License-Identifier: Apache-2.0
#include "lsp/document_position.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/text/uri.h"

namespace weir::lsp {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// The number of UTF-16 units of the character that starts with this byte.
std::uint32_t units_of(char c) { return static_cast<unsigned char>(c) >= 0xF0U ? 2 : 1; }

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

std::string normal_path(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

std::string uri_of(const std::string& normal_path) { return std::string(kFileScheme) + percent_encoded(normal_path); }

std::uint32_t coordinate(const Json& number) {
  constexpr std::uint64_t kLargest = 0x7fffffff;
  if (!number.is_number_unsigned()) throw WrongParameters();
  return static_cast<std::uint32_t>(std::min(number.get<std::uint64_t>(), kLargest));
}

LineIndex::LineIndex(std::string_view text) : text_(text) {
  starts_.push_back(0);
  newline_starts_.push_back(0);
  std::uint32_t units = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i % kBlock == 0) units_.push_back(units);
    if (!continues(text[i])) units += units_of(text[i]);
    if (text[i] == '\n') newline_starts_.push_back(i + 1);
    if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) starts_.push_back(i + 1);
  }
}

std::string_view LineIndex::line(std::size_t line) const {
  if (line >= starts_.size()) return {};
  std::size_t end = line + 1 < starts_.size() ? starts_[line + 1] : text_.size();
  const std::size_t start = starts_[line];
  if (line + 1 < starts_.size()) {
    --end;
    if (end > start && text_[end] == '\n' && text_[end - 1] == '\r') --end;
  }
  return text_.substr(start, end - start);
}

std::size_t LineIndex::line_of(std::size_t offset) const {
  return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
}

/// In the whole text.
std::uint32_t LineIndex::units_before_byte(std::size_t offset) const {
  if (units_.empty()) return 0;
  const std::size_t block = std::min(offset / kBlock, units_.size() - 1);
  std::uint32_t units = units_[block];
  for (std::size_t i = block * kBlock; i < offset; ++i) {
    if (!continues(text_[i])) units += units_of(text_[i]);
  }
  return units;
}

std::uint32_t LineIndex::units_before(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  return units_before_byte(offset) - units_before_byte(starts_[line_of(offset)]);
}

Json LineIndex::position(std::size_t offset) const {
  offset = std::min(offset, text_.size());
  return {{"line", line_of(offset)}, {"character", units_before(offset)}};
}

Json LineIndex::range(std::size_t begin, std::size_t end) const {
  Json start = position(begin);
  return {{"start", std::move(start)}, {"end", position(std::max(begin, end))}};
}

std::size_t LineIndex::offset(const Json& position) const {
  const std::uint32_t row = coordinate(position.at("line")), wanted = coordinate(position.at("character"));
  if (row >= starts_.size()) return text_.size();
  const std::string_view content = line(row);
  std::uint32_t seen = 0;
  for (std::size_t i = 0; i < content.size(); ++i) {
    if (continues(content[i])) continue;
    if (seen >= wanted) return starts_[row] + i;
    seen += units_of(content[i]);
  }
  return starts_[row] + content.size();
}

std::size_t LineIndex::offset_of_diagnostic(std::uint32_t line, std::uint32_t column) const {
  if (line == 0) return 0;
  if (line > newline_starts_.size()) return text_.size();
  std::size_t at = newline_starts_[line - 1];
  for (std::uint32_t seen = 1; at < text_.size() && text_[at] != '\n'; ++at) {
    if (continues(text_[at])) continue;
    if (seen++ >= column) break;
  }
  return at;
}

}  // namespace weir::lsp
