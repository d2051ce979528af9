// SPDX-License-Identifier: Apache-2.0
// Splits the characters of one file into raw tokens: the lowest layer of the preprocessor.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text/preprocessor_token.h"

namespace weir {

/// A read position in a file. `at_line_start` is true until the first token of a line has been read.
struct PreprocessorLexer {
  PreprocessorLexer(std::string_view text_of_file, std::uint32_t file_index);

  /// Returns the next token, End at the end of the text. Newlines are white space, recorded in `line_start`.
  PreprocessorToken next();
  /// Moves to the newline that ends the current logical line.
  void skip_line();
  /// Returns the next token, or End if the line ends first.
  PreprocessorToken next_in_line();

  SourceRange range(std::size_t begin, std::size_t end) const {
    return {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), 0};
  }

  std::string_view text;
  std::uint32_t file;
  std::size_t at = 0;
  bool line_start = true;
  bool space = false;
  std::string problem;  ///< set when a token is malformed; the caller reports and clears it
  SourceRange problem_range;

 private:
  bool skip_blank(bool over_newlines);
  std::size_t continuation(std::size_t i) const;
  void skip_block_comment();
  PreprocessorToken token();
  std::size_t end_of_quoted(char quote);
};

bool is_identifier_start(char c);
bool is_identifier_part(char c);

}  // namespace weir
