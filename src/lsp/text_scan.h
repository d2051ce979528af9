// SPDX-License-Identifier: Apache-2.0
// Splits a text into lexemes without understanding it, so that editors can work on any text: words, numbers, strings,
// comments, preprocessor lines, symbols. Everything between two lexemes is white space.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <weir/editor.h>

namespace weir::lsp {

struct Lexeme {
  enum class Kind : std::uint8_t { Word, Number, String, Comment, Directive, Symbol };
  Kind kind = Kind::Symbol;
  bool first = false;  ///< in its line
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

std::vector<Lexeme> scan(std::string_view text, EditorLanguage language);

inline std::string_view text_of(std::string_view text, const Lexeme& lexeme) {
  return text.substr(lexeme.begin, lexeme.end - lexeme.begin);
}

/// The words of a lexeme: a word itself, or the words in a directive.
std::vector<Lexeme> words_in(std::string_view text, const Lexeme& lexeme);

}  // namespace weir::lsp
