// SPDX-License-Identifier: Apache-2.0
// A named text. Converts byte offsets to diagnostics with line, column and the offending line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>

namespace weir {

/// The file name in a model's diagnostics about an atom; the text is the atom itself. The caller that knows the
/// position of the atom replaces it.
inline constexpr const char* kAtomText = "<atom>";

class SourceText {
 public:
  SourceText(std::string name, std::string text);

  /// Reads a whole file; "-" is standard input. Rejects directories, missing files, and files larger than `limit`
  /// bytes.
  static Expected<SourceText> read_file(const std::string& path, std::size_t limit = std::size_t{1} << 30);

  const std::string& name() const { return name_; }
  std::string_view text() const { return text_; }

  struct Position {
    std::uint32_t line = 1;    ///< 1-based
    std::uint32_t column = 1;  ///< 1-based, in characters (UTF-8)
  };
  Position position(std::size_t offset) const;
  std::string_view line(std::uint32_t line) const;

  /// A diagnostic at [offset, offset + length).
  Diagnostic at(std::size_t offset, std::size_t length, std::string message,
                Diagnostic::Severity severity = Diagnostic::Severity::Error) const;

 private:
  std::string name_;
  std::string text_;
  std::vector<std::size_t> line_starts_;
};

}  // namespace weir
