// SPDX-License-Identifier: Apache-2.0
// The token sequence for the parser: inserts expanded inlines, and adds the semicolons that Promela lets users omit,
// exactly where Spin 6.5.2 adds them:
//   - inside a body, outside parentheses, at the end of a line whose last token can end a statement;
//   - after `}` and after `else`, unless the next token makes it superfluous.
// A separator before another one, or before `}`, is dropped.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "frontend/promela/token.h"

namespace weir::promela {

class TokenStream {
 public:
  explicit TokenStream(std::vector<Token> tokens);

  const Token& peek(std::size_t ahead = 0);
  Token next();
  /// Inserts `tokens` at the current position. Requires that no token beyond the last one taken was peeked at.
  void insert(std::vector<Token> tokens, const void* owner);
  /// Returns whether the tokens inserted for `owner` are still being read.
  bool is_open(const void* owner) const;
  /// The next token as written (no semicolons added or dropped).
  Token next_raw();

  bool in_sequence = false;  ///< newlines may end statements
  void reset_parentheses() { parentheses_ = 0; }
  std::size_t taken() const { return taken_; }  ///< number of tokens taken so far
  const SourceRange& last_range() const { return last_range_; }

 private:
  struct Source {
    std::vector<Token> tokens;
    std::size_t at = 0;
    const void* owner = nullptr;
  };
  Token fetch();          ///< from the sources
  Token with_newlines();  ///< with semicolons at ends of lines
  Token repaired();       ///< with all semicolons

  std::vector<Source> sources_;
  std::deque<Token> ready_;
  std::vector<Token> held_lines_;  ///< fetched tokens that wait after a semicolon (level of with_newlines)
  std::vector<Token> held_;        ///< the same, level of repaired
  Tok last_line_token_ = Tok::Semicolon;
  Tok last_ = Tok::Semicolon;
  std::int32_t parentheses_ = 0;
  std::size_t taken_ = 0;
  SourceRange last_range_;  ///< of the last token taken
  SourceRange last_fetched_;
};

}  // namespace weir::promela
