// SPDX-License-Identifier: Apache-2.0
#include "base/text/hoa_lexer.h"

#include <utility>

#include "base/text/ascii.h"

namespace weir {
namespace {

bool is_letter(char c) { return ascii::is_letter(c) || c == '_'; }
bool is_name_part(char c) { return is_letter(c) || ascii::is_digit(c) || c == '-' || c == '.'; }

}  // namespace

HoaLexeme HoaLexer::next() {
  skip_space();
  HoaLexeme token;
  token.offset = at_;
  if (at_ == text_.size()) return token;
  const char c = text_[at_];
  if (c == '"') return string();
  if (c == '-') return marker();
  if (ascii::is_digit(c)) return integer();
  if (is_letter(c)) return word();
  if (c == '@') return alias();
  if (std::string_view("!&|()[]{}").find(c) == std::string_view::npos) fail(at_, 1, "unexpected character");
  token.kind = Kind::Symbol;
  token.text = std::string(1, c);
  token.length = 1;
  ++at_;
  return token;
}

void HoaLexer::skip_space() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at_;
    } else if (text_.substr(at_, 2) == "/*") {
      skip_comment();
    } else {
      return;
    }
  }
}

/// Comments nest.
void HoaLexer::skip_comment() {
  const std::size_t start = at_;
  int depth = 0;
  do {
    if (at_ >= text_.size()) fail(start, 2, "this comment is not closed");
    if (text_.substr(at_, 2) == "/*") {
      ++depth;
      at_ += 2;
    } else if (text_.substr(at_, 2) == "*/") {
      --depth;
      at_ += 2;
    } else {
      ++at_;
    }
  } while (depth > 0);
}

HoaLexeme HoaLexer::string() {
  const std::size_t start = at_++;
  std::string contents;
  for (;; ++at_) {
    if (at_ >= text_.size()) fail(start, 1, "this string is not closed");
    if (text_[at_] == '"') break;
    if (text_[at_] == '\\' && ++at_ >= text_.size()) fail(start, 1, "this string is not closed");
    contents += text_[at_];
  }
  ++at_;
  return finish(Kind::String, start, std::move(contents));
}

HoaLexeme HoaLexer::marker() {
  static constexpr std::pair<std::string_view, Kind> kMarkers[] = {
      {"--BODY--", Kind::Body}, {"--END--", Kind::EndBody}, {"--ABORT--", Kind::Abort}};
  const std::size_t start = at_;
  for (const auto& [text, kind] : kMarkers) {
    if (text_.substr(at_, text.size()) != text) continue;
    at_ += text.size();
    return finish(kind, start, std::string(text));
  }
  fail(at_, 1, "expected --BODY--, --END-- or --ABORT--");
}

HoaLexeme HoaLexer::integer() {
  const std::size_t start = at_;
  std::uint64_t value = 0;
  for (; at_ < text_.size() && ascii::is_digit(text_[at_]); ++at_) {
    value = value * 10 + static_cast<std::uint64_t>(text_[at_] - '0');
    if (value > 0x7FFFFFFF) fail(start, at_ - start + 1, "this number is too large");
  }
  if (at_ - start > 1 && text_[start] == '0') fail(start, at_ - start, "a number must not start with 0");
  HoaLexeme token = finish(Kind::Integer, start, std::string(text_.substr(start, at_ - start)));
  token.number = static_cast<std::uint32_t>(value);
  return token;
}

HoaLexeme HoaLexer::word() {
  const std::size_t start = at_;
  while (at_ < text_.size() && is_name_part(text_[at_])) {
    if (text_.substr(at_, 2) == "--") break;  // --BODY-- may follow without a space
    ++at_;
  }
  std::string name(text_.substr(start, at_ - start));
  if (at_ < text_.size() && text_[at_] == ':') {
    ++at_;
    return finish(Kind::Header, start, std::move(name));
  }
  return finish(Kind::Identifier, start, std::move(name));
}

HoaLexeme HoaLexer::alias() {
  const std::size_t start = at_++;
  while (at_ < text_.size() && is_name_part(text_[at_])) ++at_;
  if (at_ == start + 1) fail(start, 1, "expected a name after @");
  return finish(Kind::AliasName, start, std::string(text_.substr(start + 1, at_ - start - 1)));
}

}  // namespace weir
