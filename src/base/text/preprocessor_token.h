// SPDX-License-Identifier: Apache-2.0
// A token of the C preprocessor, before and after macro expansion.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/text/source_map.h"

namespace weir {

struct PreprocessorToken {
  enum class Kind : std::uint8_t { Identifier, Number, String, Character, Punctuator, Other, End };
  Kind kind = Kind::End;
  /// First token of its line in the preprocessed text; the expansion of a macro is on the line of its call.
  bool line_start = false;
  bool space_before = false;
  bool no_expand = false;  ///< an identifier that must not be expanded (recursive macro)
  std::string_view text;   ///< valid as long as the preprocessor and its source map
  SourceRange range;

  bool is(char c) const { return kind == Kind::Punctuator && text.size() == 1 && text[0] == c; }
};

/// Returns whether `b` directly follows `a` in the same text.
inline bool adjacent(const PreprocessorToken& a, const PreprocessorToken& b) {
  return a.range.end == b.range.begin && a.range.file == b.range.file && a.range.expansion == b.range.expansion;
}

}  // namespace weir
