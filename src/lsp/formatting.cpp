// SPDX-License-Identifier: Apache-2.0
// Indents the lines of a model and removes blanks at their ends; nothing else changes. Lines stay as they are broken,
// and so do preprocessor lines, comments that go on from the line before, and everything between the first and the last
// lexeme of a line.
//
//   active proctype P() {
//     do
//     :: x > 0 -> x--;     // the content of an option starts after `:: `
//        atomic {
//          y = x
//        }
//     od
// done:                     // labels are at the margin of their process
//     skip
//   }
//
// A line that continues an expression keeps its distance from the line that begins it.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

using Kind = Lexeme::Kind;
constexpr std::size_t kDeepest = 1000;      ///< a text that nests deeper is not a model, and is not formatted
constexpr std::size_t kWidestIndent = 200;  ///< columns; deeper blocks are not indented further

constexpr std::array<std::string_view, 20> kContinues = {
    "+", "-", "*", "/", "%", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "=", ",", "!", "?"};
constexpr std::array<std::string_view, 11> kContinued = {"+", "*", "/", "%", "&", "|", "==", "!=", "&&", "||", "->"};
constexpr std::array<std::string_view, 10> kClauses = {"state", "init",  "commit", "accept", "assert",
                                                       "trans", "const", "byte",   "int",    "channel"};

template <class List>
bool has(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Formatter {
 public:
  Formatter(const Document& document, const FormattingOptions& options)
      : document_(document),
        lines_(document.lines()),
        unit_(std::clamp<std::uint32_t>(options.tab_size, 1, 16)),
        spaces_(options.insert_spaces),
        promela_(document.language() == EditorLanguage::Promela) {}

  Json edits() {
    for (std::size_t line = 0; line < lines_.line_count(); ++line) {
      format_line(line);
      if (stack_.size() > kDeepest) return Json::array();
    }
    return std::move(edits_);
  }

 private:
  struct Frame {
    enum class Kind : std::uint8_t { Brace, Formula, Choice, Option, Bracket };
    Kind kind;
    std::size_t indent;  ///< of the lexeme that closes it
    std::size_t inner;   ///< of the lines inside
  };

  std::size_t inner() const { return stack_.empty() ? 0 : stack_.back().inner; }
  bool in(Frame::Kind kind) const { return !stack_.empty() && stack_.back().kind == kind; }

  void format_line(std::size_t line) {
    const std::size_t start = lines_.line_start(line), end = start + lines_.line(line).size();
    const std::vector<Lexeme>& lexemes = document_.lexemes();
    const bool goes_on = next_ > 0 && lexemes[next_ - 1].end > start;  // a lexeme that began in an earlier line
    const std::size_t first = next_;
    std::size_t last = first;
    while (last < lexemes.size() && lexemes[last].begin < end) ++last;
    next_ = last;
    if (last > first && lexemes[first].kind == Kind::Directive) return;
    if (last == first) {
      if (!goes_on) replace(start, end, "");
      return;
    }
    if (!goes_on && document_.language() != EditorLanguage::Formulas) {
      const std::size_t wanted = indent_of(first, column(start, lexemes[first].begin));
      replace(start, lexemes[first].begin, blanks(wanted));
      read(first, wanted, true);
    }
    for (std::size_t i = goes_on ? first : first + 1; i < last; ++i) read(i, 0, false);
    trim(lexemes[last - 1], end);
  }

  /// Removes the blanks after the last lexeme. A backslash followed by a blank does not continue the line, and must not
  /// begin to.
  void trim(const Lexeme& last, std::size_t end) {
    if (last.end < end && document_.word(last) != "\\" && last.kind != Kind::Directive) replace(last.end, end, "");
  }

  void replace(std::size_t begin, std::size_t end, const std::string& text) {
    if (std::string_view(document_.text()).substr(begin, end - begin) == text) return;
    edits_.push_back({{"range", lines_.range(begin, end)}, {"newText", text}});
  }

  /// The column that the blanks reach.
  std::size_t column(std::size_t begin, std::size_t end, std::size_t from = 0) const {
    for (std::size_t i = begin; i < end; ++i)
      from = document_.text()[i] == '\t' ? (from / unit_ + 1) * unit_ : from + 1;
    return from;
  }

  std::string blanks(std::size_t columns) const {
    if (spaces_) return std::string(columns, ' ');
    return std::string(columns / unit_, '\t') + std::string(columns % unit_, ' ');
  }

  std::size_t indent_of(std::size_t first, std::size_t old) {
    if (document_.lexemes()[first].kind == Kind::Comment) return indent_of_comment(first, old);
    const std::size_t wanted = indent_of_code(first, old);
    if (!continued_) shift_ = static_cast<std::ptrdiff_t>(wanted) - static_cast<std::ptrdiff_t>(old);
    return wanted;
  }

  /// As the code that follows, if that is an option or a label; otherwise as a statement.
  std::size_t indent_of_comment(std::size_t at, std::size_t old) {
    const std::vector<Lexeme>& lexemes = document_.lexemes();
    std::size_t code = at;
    while (code < lexemes.size() && code < at + 50 &&
           (lexemes[code].kind == Kind::Comment || lexemes[code].kind == Kind::Directive))
      ++code;
    if (code >= lexemes.size() || code == at + 50) return inner();
    if (in(Frame::Kind::Bracket) || in(Frame::Kind::Formula)) return shifted(old);
    const std::string_view text = document_.word(lexemes[code]);
    if (lexemes[code].first && (text == "::" || is_label(code)) && promela_) return indent_of_code(code, old);
    return inner();
  }

  std::size_t shifted(std::size_t old) const {
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, static_cast<std::ptrdiff_t>(old) + shift_));
  }

  std::size_t indent_of_code(std::size_t first, std::size_t old) {
    const std::string_view text = document_.word(document_.lexemes()[first]);
    continued_ = false;
    if (text == "}") return indent_of_closer(Frame::Kind::Brace, Frame::Kind::Formula);
    if (promela_ && (text == "fi" || text == "od")) return indent_of_closer(Frame::Kind::Choice, Frame::Kind::Choice);
    if (promela_ && text == "::") {
      for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame) {
        if (frame->kind == Frame::Kind::Choice) return frame->indent;
        if (frame->kind == Frame::Kind::Brace) break;
      }
      return inner();
    }
    if (!promela_ && in(Frame::Kind::Option) && has(kClauses, text)) return stack_.back().indent;
    const bool inside = in(Frame::Kind::Bracket) || (in(Frame::Kind::Formula) && formula_started_);
    const bool after = has(kContinues, previous_) || (promela_ && has(kContinued, text));
    if (inside || (after && !in(Frame::Kind::Formula) && !(previous_ == "," && !promela_ && in(Frame::Kind::Option)))) {
      continued_ = true;
      return shifted(old);
    }
    if (is_label(first) && !stack_.empty()) return stack_.front().indent;
    return inner();
  }

  std::size_t indent_of_closer(Frame::Kind kind, Frame::Kind other) const {
    for (auto frame = stack_.rbegin(); frame != stack_.rend(); ++frame) {
      if (frame->kind == kind || frame->kind == other) return frame->indent;
      if (kind == Frame::Kind::Choice && frame->kind == Frame::Kind::Brace) break;
    }
    return inner();
  }

  bool is_label(std::size_t at) const {
    const std::vector<Lexeme>& lexemes = document_.lexemes();
    return promela_ && lexemes[at].kind == Kind::Word && at + 1 < lexemes.size() &&
           document_.word(lexemes[at + 1]) == ":" && document_.word(lexemes[at]) != "mtype" &&
           !in(Frame::Kind::Formula) && !in(Frame::Kind::Bracket);
  }

  /// Updates the open frames by one lexeme.
  void read(std::size_t i, std::size_t line_column, bool first) {
    const Lexeme& lexeme = document_.lexemes()[i];
    if (lexeme.kind == Kind::Comment || lexeme.kind == Kind::Directive) return;
    const std::string_view text = document_.word(lexeme);
    if (in(Frame::Kind::Formula)) formula_started_ = true;
    if (lexeme.kind == Kind::Symbol) {
      read_symbol(text, i, line_column, first);
    } else if (lexeme.kind == Kind::Word && promela_) {
      if (text == "if" || text == "do") stack_.push_back({Frame::Kind::Choice, inner(), inner()});
      if (text == "fi" || text == "od") close(Frame::Kind::Choice, Frame::Kind::Choice);
      if (text == "ltl" && stack_.empty()) formula_next_ = true;
    } else if (lexeme.kind == Kind::Word) {
      if (in(Frame::Kind::Option) && first && has(kClauses, text)) stack_.pop_back();
      if (text == "trans") stack_.push_back({Frame::Kind::Option, inner(), inner() + unit_});
    }
    previous_ = text;
  }

  void read_symbol(std::string_view text, std::size_t i, std::size_t line_column, bool first) {
    if (text == "{") {
      const bool formula = std::exchange(formula_next_, false);
      formula_started_ = false;
      stack_.push_back(
          {formula ? Frame::Kind::Formula : Frame::Kind::Brace, inner(), std::min(inner() + unit_, kWidestIndent)});
    } else if (text == "}") {
      close(Frame::Kind::Brace, Frame::Kind::Formula);
    } else if (text == "(" || text == "[") {
      stack_.push_back({Frame::Kind::Bracket, inner(), inner()});
    } else if (text == ")" || text == "]") {
      if (in(Frame::Kind::Bracket)) stack_.pop_back();
    } else if (text == "::" && promela_) {
      while (in(Frame::Kind::Option) || in(Frame::Kind::Bracket)) stack_.pop_back();
      const std::size_t at = first ? line_column : inner();
      stack_.push_back({Frame::Kind::Option, at, std::min(content_of_option(i, at), kWidestIndent)});
    } else if (text == ";" && !promela_ && in(Frame::Kind::Option)) {
      stack_.pop_back();
    }
  }

  /// The column after `::` and the blanks that follow it.
  std::size_t content_of_option(std::size_t i, std::size_t at) const {
    const std::vector<Lexeme>& lexemes = document_.lexemes();
    if (i + 1 >= lexemes.size() || lexemes[i + 1].first) return at + 3;
    return std::min(column(lexemes[i].end, lexemes[i + 1].begin, at + 2), at + 16);
  }

  /// Pops the innermost frame of these kinds and what is open inside. Without one, nothing is closed; `fi` and `od`
  /// do not close braces.
  void close(Frame::Kind kind, Frame::Kind other) {
    for (std::size_t i = stack_.size(); i > 0; --i) {
      const Frame::Kind found = stack_[i - 1].kind;
      if (found == kind || found == other) return stack_.resize(i - 1);
      if (kind == Frame::Kind::Choice && found == Frame::Kind::Brace) return;
    }
  }

  const Document& document_;
  const LineIndex& lines_;
  std::size_t unit_;
  bool spaces_;
  bool promela_;
  std::vector<Frame> stack_;
  std::size_t next_ = 0;          ///< the first lexeme of the next line
  std::string_view previous_;     ///< the last lexeme that is not a comment
  std::ptrdiff_t shift_ = 0;      ///< by how much the last line that begins a statement moved
  bool continued_ = false;        ///< the current line continues an expression
  bool formula_next_ = false;     ///< the next brace opens an ltl block
  bool formula_started_ = false;  ///< its first line has been read
  Json edits_ = Json::array();
};

}  // namespace

Json formatting(const Document& document, const FormattingOptions& options) {
  return Formatter(document, options).edits();
}

}  // namespace weir::lsp
