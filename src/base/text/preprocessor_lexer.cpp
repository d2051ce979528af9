// SPDX-License-Identifier: Apache-2.0
#include "base/text/preprocessor_lexer.h"

#include "base/text/ascii.h"

namespace weir {

bool is_identifier_start(char c) { return ascii::is_letter(c) || c == '_'; }
bool is_identifier_part(char c) { return is_identifier_start(c) || ascii::is_digit(c); }

PreprocessorLexer::PreprocessorLexer(std::string_view text_of_file, std::uint32_t file_index)
    : text(text_of_file), file(file_index) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") at = 3;  // byte order mark
}

/// Length of a line continuation at `i` (backslash, optional blanks, newline), or 0.
std::size_t PreprocessorLexer::continuation(std::size_t i) const {
  if (i >= text.size() || text[i] != '\\') return 0;
  std::size_t j = i + 1;
  while (j < text.size() && (text[j] == ' ' || text[j] == '\t' || text[j] == '\r')) ++j;
  return j < text.size() && text[j] == '\n' ? j + 1 - i : 0;
}

void PreprocessorLexer::skip_block_comment() {
  const std::size_t start = at;
  const std::size_t close = text.find("*/", at + 2);
  if (close == std::string_view::npos) {
    problem = "comment is not closed";
    problem_range = range(start, start + 2);
    at = text.size();
  } else {
    at = close + 2;
  }
}

/// Skips white space and comments. Returns false if it stopped at a newline that must not be crossed.
bool PreprocessorLexer::skip_blank(bool over_newlines) {
  while (at < text.size()) {
    const char c = text[at];
    if (c == '\n') {
      if (!over_newlines) return false;
      ++at;
      line_start = true;
    } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++at;
    } else if (c == '/' && at + 1 < text.size() && text[at + 1] == '*') {
      skip_block_comment();
    } else if (c == '/' && at + 1 < text.size() && text[at + 1] == '/') {
      while (at < text.size() && text[at] != '\n') {
        const std::size_t joined = continuation(at);
        at += joined > 0 ? joined : 1;
      }
    } else if (const std::size_t joined = continuation(at); joined > 0) {
      at += joined;
    } else {
      break;
    }
    space = true;
  }
  return true;
}

PreprocessorToken PreprocessorLexer::next() {
  skip_blank(true);
  return token();
}

PreprocessorToken PreprocessorLexer::next_in_line() {
  if (!skip_blank(false)) {
    PreprocessorToken end;
    end.range = range(at, at);
    return end;
  }
  return token();
}

void PreprocessorLexer::skip_line() {
  while (skip_blank(false) && at < text.size()) token();
  problem.clear();
}

/// Index after the closing quote, or 0 if the line ends before it.
std::size_t PreprocessorLexer::end_of_quoted(char quote) {
  std::size_t i = at + 1;
  while (i < text.size() && text[i] != '\n') {
    if (const std::size_t joined = continuation(i); joined > 0) {
      i += joined;
    } else if (text[i] == '\\' && i + 1 < text.size()) {
      i += 2;
    } else if (text[i] == quote) {
      return i + 1;
    } else {
      ++i;
    }
  }
  return 0;
}

PreprocessorToken PreprocessorLexer::token() {
  using Kind = PreprocessorToken::Kind;
  PreprocessorToken result;
  result.line_start = line_start;
  result.space_before = space || line_start;
  line_start = space = false;
  const std::size_t begin = at;
  if (at >= text.size()) {
    result.range = range(at, at);
    return result;
  }
  const char c = text[at];
  if (is_identifier_start(c)) {
    while (at < text.size() && is_identifier_part(text[at])) ++at;
    result.kind = Kind::Identifier;
  } else if (ascii::is_digit(c)) {
    while (at < text.size() && is_identifier_part(text[at])) ++at;
    result.kind = Kind::Number;
  } else if (c == '"' || c == '\'') {
    const std::size_t end = end_of_quoted(c);
    if (end > 0) {
      at = end;
      result.kind = c == '"' ? Kind::String : Kind::Character;
    } else {
      if (c == '"') {
        problem = "string is not closed on its line";
        at = text.find('\n', at);
        if (at == std::string_view::npos) at = text.size();
      } else {
        ++at;
      }
      result.kind = Kind::Other;
      if (!problem.empty()) problem_range = range(begin, at);
    }
  } else {
    ++at;
    result.kind = static_cast<unsigned char>(c) < 0x80 && c > 0x20 && c != 0x7F ? Kind::Punctuator : Kind::Other;
    if (c == '\0') {
      problem = "NUL byte in the text: not a text file?";
      problem_range = range(begin, at);
      while (at < text.size() && text[at] == '\0') ++at;
    } else if (result.kind == Kind::Other) {  // one character, possibly several bytes
      while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) ++at;
    }
  }
  result.text = text.substr(begin, at - begin);
  result.range = range(begin, at);
  return result;
}

}  // namespace weir
