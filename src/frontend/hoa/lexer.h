// SPDX-License-Identifier: Apache-2.0
// The tokens of HOA v1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/source_text.h"

namespace weir::hoa {

enum class Token : std::uint8_t {
  End,
  Header,
  Identifier,
  Alias,
  Number,
  String,
  Body,
  EndOfBody,
  Abort,
  Punctuation,
  Wrong,
};

class Lexer {
 public:
  explicit Lexer(const SourceText& source) : source_(source), text_(source.text()) { advance(); }

  Token token() const { return token_; }
  bool is(char punctuation) const { return token_ == Token::Punctuation && text_[begin_] == punctuation; }
  bool is(Token token) const { return token_ == token; }
  /// Header and alias names without `:` and `@`, strings without quotes and escapes.
  const std::string& value() const { return value_; }
  std::uint64_t number() const { return number_; }
  void advance();
  /// An error at the token at hand; if the token itself is wrong, what is wrong with it.
  Diagnostic error(std::string message) const;

 private:
  bool skip_comments();
  void read_string();

  const SourceText& source_;
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  Token token_ = Token::End;
  std::string value_;
  std::string problem_;
  std::uint64_t number_ = 0;
};

}  // namespace weir::hoa
