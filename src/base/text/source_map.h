// SPDX-License-Identifier: Apache-2.0
// Maps text to its origin: files, and the macro and inline expansions that copied it. A SourceRange (16 bytes)
// identifies the bytes of a file and the expansion through which they reached the parser. The map converts ranges to
// line and column, and to diagnostics with "in expansion of ..." and "included from" notes.
//
// A file included twice is two files in the map, each with its own place of inclusion.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_digest.h"
#include "base/text/source_text.h"

namespace weir {

struct SourceRange {
  std::uint32_t file = 0;   ///< index of the file in the map
  std::uint32_t begin = 0;  ///< byte offsets in that file
  std::uint32_t end = 0;
  std::uint32_t expansion = 0;  ///< 0: not from an expansion; otherwise the index of an expansion in the map
};

class SourceMap {
 public:
  enum class ExpansionKind : std::uint8_t { Macro, Inline };
  struct Expansion {
    ExpansionKind kind = ExpansionKind::Macro;
    std::string name;
    SourceRange call;  ///< where it was called; call.expansion is the parent
  };

  SourceMap();
  /// Adds a file. `includer` is the place of inclusion; nullptr for the main file or text that is not from a file.
  std::uint32_t add_file(SourceText text, const SourceRange* includer = nullptr);
  std::uint32_t add_expansion(ExpansionKind kind, std::string name, const SourceRange& call);
  /// From `offset` on, positions in `file` are shown as `name` with lines counted from `line` (#line).
  void add_line_directive(std::uint32_t file, std::uint32_t offset, std::uint32_t line, std::string name);

  const SourceText& file(std::uint32_t index) const { return files_[index].text; }
  std::size_t file_count() const { return files_.size(); }
  /// The digests of all files in reading order.
  std::vector<SourceDigest> digests() const;
  const Expansion& expansion(std::uint32_t index) const { return expansions_[index]; }
  std::size_t expansion_count() const { return expansions_.size(); }  ///< [0] is unused
  std::uint32_t include_depth(std::uint32_t file) const { return files_[file].depth; }
  /// The bytes of a range in its file.
  std::string_view text(const SourceRange& range) const;
  /// The range to show to a user: a range inside macro expansions becomes the outermost call.
  SourceRange presented(SourceRange range) const;
  /// The range from the start of `first` to the end of `last` if both are in the same file and expansion; otherwise a
  /// range that encloses both.
  SourceRange join(const SourceRange& first, const SourceRange& last) const;

  struct Position {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  /// The position shown to a user (`presented`), with #line applied.
  Position position(const SourceRange& range) const;

  /// Returns the diagnostic and its notes: expansions from the inside out, then the chain of inclusions.
  Diagnostics at(const SourceRange& range, std::string message,
                 Diagnostic::Severity severity = Diagnostic::Severity::Error) const;

 private:
  struct LineDirective {
    std::uint32_t offset;
    std::uint32_t physical_line;  ///< the line that follows the directive
    std::uint32_t line;
    std::string name;
  };
  struct File {
    SourceText text;
    bool included = false;
    std::uint32_t depth = 0;
    SourceRange includer;
    std::vector<LineDirective> directives;
  };
  Diagnostic plain(const SourceRange& range, std::string message, Diagnostic::Severity severity) const;

  std::deque<File> files_;
  std::vector<Expansion> expansions_;  ///< [0] is unused
};

}  // namespace weir
