// SPDX-License-Identifier: Apache-2.0
// Files and positions of the language server protocol. Its positions are 0-based and count UTF-16 code units; weir's
// spans count bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <weir/editor.h>

namespace weir::lsp {

using Json = nlohmann::json;

/// Thrown for parameters that are JSON but do not follow the protocol.
struct WrongParameters {};

/// Thrown for a valid request that cannot be fulfilled; `message` tells the user why.
struct Refused {
  std::string message;
};

inline constexpr std::string_view kFileScheme = "file://";
std::string path_of(std::string_view uri);
/// The path made absolute, without `..`.
std::string normal_path(const std::string& path);
std::string uri_of(const std::string& normal_path);

/// A line or character of a position; the protocol limits them to 2^31 - 1. Throws WrongParameters.
std::uint32_t coordinate(const Json& number);

/// Converts between bytes of a text and positions. The text must outlive the index. The time of a conversion to a
/// position does not depend on the length of lines.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text = {});

  std::string_view text() const { return text_; }
  std::size_t line_count() const { return starts_.size(); }
  /// A line without its terminator (\n, \r\n or \r), counted from 0; empty beyond the text.
  std::string_view line(std::size_t line) const;
  std::size_t line_start(std::size_t line) const { return starts_[line]; }
  std::size_t line_of(std::size_t offset) const;

  Json position(std::size_t offset) const;
  Json range(std::size_t begin, std::size_t end) const;
  /// The byte at a position of the protocol; positions beyond a line or the text are moved to its end.
  std::size_t offset(const Json& position) const;
  std::uint32_t units_before(std::size_t offset) const;  ///< in its line
  /// The byte of a line and column as diagnostics count them: from 1, in characters, lines ending with \n only.
  std::size_t offset_of_diagnostic(std::uint32_t line, std::uint32_t column) const;

 private:
  static constexpr std::size_t kBlock = 256;
  std::uint32_t units_before_byte(std::size_t offset) const;

  std::string_view text_;
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> newline_starts_;  ///< of lines that end with \n
  std::vector<std::uint32_t> units_;         ///< number of UTF-16 units before every kBlock-th byte
};

}  // namespace weir::lsp
