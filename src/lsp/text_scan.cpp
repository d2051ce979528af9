// SPDX-License-Identifier: Apache-2.0
#include "lsp/text_scan.h"

#include <algorithm>
#include <array>

#include "base/text/ascii.h"

namespace weir::lsp {
namespace {

using Kind = Lexeme::Kind;

constexpr std::array<std::string_view, 17> kLongSymbols = {"<->", "::", "->", "..", "==", "!=", "<=", ">=", "&&",
                                                           "||",  "++", "--", "<<", ">>", "??", "!!", "<>"};

bool is_word_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_word_part(char c) { return is_word_start(c) || ascii::is_digit(c); }

class Scanner {
 public:
  Scanner(std::string_view text, EditorLanguage language)
      : text_(text), formulas_(language == EditorLanguage::Formulas) {}

  std::vector<Lexeme> scan() {
    bool first = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' || c == '\r') first = true;
      if (ascii::is_space(c)) {
        ++at_;
        continue;
      }
      const std::size_t begin = at_;
      const Kind kind = next(first);
      lexemes_.push_back(
          {kind, first, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(std::min(at_, text_.size()))});
      first = false;
    }
    return std::move(lexemes_);
  }

 private:
  bool sees(std::string_view what) const { return text_.substr(at_, what.size()) == what; }

  Kind next(bool first) {
    const char c = text_[at_];
    if (sees("//") || (formulas_ && c == '#')) {
      to_end_of_line(formulas_);
      return Kind::Comment;
    }
    if (!formulas_ && sees("/*")) {
      const std::size_t close = text_.find("*/", at_ + 2);
      at_ = close == std::string_view::npos ? text_.size() : close + 2;
      return Kind::Comment;
    }
    if (c == '#' && first) {
      directive();
      return Kind::Directive;
    }
    if (c == '"' || (c == '\'' && !formulas_)) {
      quoted(c);
      return Kind::String;
    }
    if (is_word_start(c)) {
      while (at_ < text_.size() && is_word_part(text_[at_])) ++at_;
      return Kind::Word;
    }
    if (ascii::is_digit(c)) {
      while (at_ < text_.size() && is_word_part(text_[at_])) ++at_;
      return Kind::Number;
    }
    const auto symbol = std::find_if(kLongSymbols.begin(), kLongSymbols.end(),
                                     [this](std::string_view candidate) { return sees(candidate); });
    at_ += symbol == kLongSymbols.end() ? 1 : symbol->size();
    return Kind::Symbol;
  }

  bool at_line_end() const { return text_[at_] == '\n' || (text_[at_] == '\r' && !sees("\r\n")); }

  /// A backslash before the end of a line continues it.
  void to_end_of_line(bool ignore_backslash) {
    while (at_ < text_.size() && !at_line_end()) {
      if (!ignore_backslash && text_[at_] == '\\') at_ += text_.substr(at_ + 1).starts_with("\r\n") ? 2 : 1;
      ++at_;
    }
    at_ = std::min(at_, text_.size());
    if (at_ > 0 && at_ < text_.size() && text_[at_ - 1] == '\r') --at_;  // of \r\n
  }

  /// Comments inside a directive belong to it; a block comment may end on a later line.
  void directive() {
    while (at_ < text_.size() && !at_line_end()) {
      if (sees("/*")) {
        const std::size_t close = text_.find("*/", at_ + 2);
        at_ = close == std::string_view::npos ? text_.size() : close + 2;
      } else if (sees("//")) {
        return to_end_of_line(false);
      } else {
        if (text_[at_] == '\\') at_ += text_.substr(at_ + 1).starts_with("\r\n") ? 2 : 1;
        ++at_;
      }
    }
    at_ = std::min(at_, text_.size());
    if (at_ < text_.size() && text_[at_ - 1] == '\r') --at_;
  }

  void quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == quote) {
        ++at_;
        return;
      }
      if (text_[at_] == '\\') ++at_;
    }
  }

  std::string_view text_;
  bool formulas_;
  std::size_t at_ = 0;
  std::vector<Lexeme> lexemes_;
};

}  // namespace

std::vector<Lexeme> scan(std::string_view text, EditorLanguage language) { return Scanner(text, language).scan(); }

std::vector<Lexeme> words_in(std::string_view text, const Lexeme& lexeme) {
  if (lexeme.kind == Kind::Word) return {lexeme};
  std::vector<Lexeme> words;
  if (lexeme.kind != Kind::Directive) return words;
  const std::string_view inside = text.substr(lexeme.begin + 1, lexeme.end - lexeme.begin - 1);
  for (Lexeme word : Scanner(inside, EditorLanguage::Promela).scan()) {
    if (word.kind != Kind::Word) continue;
    word.begin += lexeme.begin + 1;
    word.end += lexeme.begin + 1;
    words.push_back(word);
  }
  return words;
}

}  // namespace weir::lsp
