// SPDX-License-Identifier: Apache-2.0
// Splits HOA text into tokens.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <weir/diagnostic.h>

#include "base/text/source_text.h"

namespace weir {

/// Thrown at the first error, and caught by the parser.
struct HoaMistake {
  Diagnostic diagnostic;
};

struct HoaLexeme {
  enum class Kind : std::uint8_t { End, Header, Identifier, AliasName, Integer, String, Body, EndBody, Abort, Symbol };
  Kind kind = Kind::End;
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text = {};     ///< name without colon or @, contents of a string
  std::uint32_t number = 0;  ///< value of an integer
  bool is(char symbol) const { return kind == Kind::Symbol && text[0] == symbol; }
};

class HoaLexer {
 public:
  explicit HoaLexer(const SourceText& source) : source_(source), text_(source.text()) {}

  HoaLexeme next();
  [[noreturn]] void fail(std::size_t offset, std::size_t length, std::string message) const {
    throw HoaMistake{source_.at(offset, length, std::move(message))};
  }

 private:
  using Kind = HoaLexeme::Kind;
  void skip_space();
  void skip_comment();
  HoaLexeme finish(Kind kind, std::size_t start, std::string text) const {
    return {kind, start, at_ - start, std::move(text), 0};
  }
  HoaLexeme string();
  HoaLexeme marker();
  HoaLexeme integer();
  HoaLexeme word();
  HoaLexeme alias();

  const SourceText& source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace weir
