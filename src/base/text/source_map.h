// SPDX-License-Identifier: Apache-2.0
// Where text came from: files, and the macro and inline expansions that copied it. A SourceRange is 16 bytes and says
// which bytes of which file, and through which expansion they reached the parser; the map turns it into positions for
// people and into diagnostics with "in expansion of ..." and "included from" notes.
//
// A file that is included twice is two files here, each with its own place of inclusion.
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
  std::uint32_t expansion = 0;  ///< 0: the text stands where it was read; otherwise an expansion of the map
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
  /// Adds a file; `includer` is where it was included (`nullptr`: the main file, or text that no file holds).
  std::uint32_t add_file(SourceText text, const SourceRange* includer = nullptr);
  std::uint32_t add_expansion(ExpansionKind kind, std::string name, const SourceRange& call);
  /// From `offset` on, positions in `file` are shown as `name` and `line` and what follows (#line).
  void add_line_directive(std::uint32_t file, std::uint32_t offset, std::uint32_t line, std::string name);

  const SourceText& file(std::uint32_t index) const { return files_[index].text; }
  std::size_t file_count() const { return files_.size(); }
  /// Of every file, in the order in which they were read.
  std::vector<SourceDigest> digests() const;
  const Expansion& expansion(std::uint32_t index) const { return expansions_[index]; }
  std::uint32_t include_depth(std::uint32_t file) const { return files_[file].depth; }
  /// The bytes of a range as they stand in the file.
  std::string_view text(const SourceRange& range) const;
  /// The range as a reader of the file sees it: macro expansions are replaced by their outermost call.
  SourceRange presented(SourceRange range) const;
  /// From the start of `first` to the end of `last`, if they stand in one file and one expansion; otherwise what
  /// encloses both.
  SourceRange join(const SourceRange& first, const SourceRange& last) const;

  struct Position {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
  };
  /// Where a reader finds it (`presented`), honouring #line.
  Position position(const SourceRange& range) const;

  /// The diagnostic, followed by its notes: macro and inline expansions from inside out, then the chain of inclusions.
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
