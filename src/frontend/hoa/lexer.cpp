// SPDX-License-Identifier: Apache-2.0
#include "frontend/hoa/lexer.h"

namespace weir::hoa {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || is_digit(c) || c == '-'; }

}  // namespace

/// Comments nest. False: one is not closed.
bool Lexer::skip_comments() {
  while (end_ < text_.size()) {
    const char c = text_[end_];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++end_;
      continue;
    }
    if (text_.substr(end_, 2) != "/*") return true;
    begin_ = end_;
    std::size_t depth = 0;
    do {
      if (end_ + 1 >= text_.size()) return false;
      const std::string_view two = text_.substr(end_, 2);
      depth += two == "/*" ? 1U : 0U;
      depth -= two == "*/" ? 1U : 0U;
      end_ += two == "/*" || two == "*/" ? 2U : 1U;
    } while (depth > 0);
  }
  return true;
}

void Lexer::read_string() {
  value_.clear();
  ++end_;
  while (end_ < text_.size() && text_[end_] != '"') {
    if (text_[end_] == '\\' && end_ + 1 < text_.size()) ++end_;
    value_ += text_[end_++];
  }
  if (end_ >= text_.size()) {
    token_ = Token::Wrong;
    problem_ = "this text has no closing quote";
    end_ = begin_ + 1;
    return;
  }
  ++end_;
  token_ = Token::String;
}

void Lexer::advance() {
  problem_.clear();
  if (!skip_comments()) {
    token_ = Token::Wrong;
    problem_ = "this comment is not closed";
    end_ = begin_ + 2;
    text_ = text_.substr(0, end_);  // nothing follows
    return;
  }
  begin_ = end_;
  if (begin_ >= text_.size()) {
    token_ = Token::End;
    return;
  }
  const char c = text_[begin_];
  const std::string_view rest = text_.substr(begin_);
  if (c == '"') return read_string();
  for (const auto& [word, token] :
       {std::pair{std::string_view("--BODY--"), Token::Body}, std::pair{std::string_view("--END--"), Token::EndOfBody},
        std::pair{std::string_view("--ABORT--"), Token::Abort}}) {
    if (rest.starts_with(word)) {
      token_ = token;
      end_ = begin_ + word.size();
      return;
    }
  }
  if (is_digit(c)) {
    number_ = 0;
    token_ = Token::Number;
    while (end_ < text_.size() && is_digit(text_[end_])) {
      number_ = 10 * number_ + static_cast<std::uint64_t>(text_[end_++] - '0');
      if (number_ > 0x7FFFFFFF) {
        token_ = Token::Wrong;
        problem_ = "this number is too large";
        return;
      }
    }
    return;
  }
  if (starts_name(c) || c == '@') {
    ++end_;
    while (end_ < text_.size() && in_name(text_[end_])) ++end_;
    value_ = std::string(text_.substr(begin_, end_ - begin_));
    token_ = Token::Identifier;
    if (c == '@') {
      value_.erase(0, 1);
      token_ = Token::Alias;
    } else if (end_ < text_.size() && text_[end_] == ':') {
      ++end_;
      token_ = Token::Header;
    }
    return;
  }
  ++end_;
  token_ = Token::Punctuation;
}

Diagnostic Lexer::error(std::string message) const {
  if (token_ == Token::Wrong) return source_.at(begin_, end_ - begin_, problem_);
  const std::size_t length = token_ == Token::End ? 1 : end_ - begin_;
  return source_.at(begin_, length, std::move(message));
}

}  // namespace weir::hoa
