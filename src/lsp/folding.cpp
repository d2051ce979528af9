// SPDX-License-Identifier: Apache-2.0
// Ranges of lines that an editor can fold: braces, if and do, comments, and #if.
#include <string_view>
#include <vector>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

using Kind = Lexeme::Kind;

class Folding {
 public:
  explicit Folding(const Document& document) : document_(document) {}

  Json ranges() {
    const std::vector<Lexeme>& lexemes = document_.lexemes();
    for (std::size_t i = 0; i < lexemes.size(); ++i) {
      const std::string_view text = document_.word(lexemes[i]);
      switch (lexemes[i].kind) {
        case Kind::Comment: i = add_comments(i); break;
        case Kind::Directive: add_directive(lexemes[i]); break;
        case Kind::Symbol:
          if (text == "{") open_.push_back({"}", line(lexemes[i].begin)});
          if (text == "}") close("}", lexemes[i]);
          break;
        case Kind::Word:
          if (document_.language() != EditorLanguage::Promela) break;
          if (text == "if") open_.push_back({"fi", line(lexemes[i].begin)});
          if (text == "do") open_.push_back({"od", line(lexemes[i].begin)});
          if (text == "fi" || text == "od") close(text, lexemes[i]);
          break;
        default: break;
      }
    }
    return std::move(list_);
  }

 private:
  struct Open {
    std::string_view closer;
    std::size_t line;
  };

  std::size_t line(std::size_t offset) const { return document_.lines().line_of(offset); }

  void add(std::size_t first, std::size_t last, const char* kind = nullptr) {
    if (last <= first) return;
    Json range = {{"startLine", first}, {"endLine", last}};
    if (kind != nullptr) range["kind"] = kind;
    list_.push_back(std::move(range));
  }

  /// The closing line stays visible. A closer without its opener is ignored; a brace also closes what is open inside.
  void close(std::string_view closer, const Lexeme& lexeme) {
    std::size_t i = open_.size();
    while (i > 0 && open_[i - 1].closer != closer && (closer == "}" || open_[i - 1].closer != "}")) --i;
    if (i == 0 || open_[i - 1].closer != closer) return;
    const std::size_t last = line(lexeme.begin);
    if (last > 0) add(open_[i - 1].line, last - 1);
    open_.resize(i - 1);
  }

  /// A block comment, or consecutive lines that contain only a comment. Returns the last lexeme.
  std::size_t add_comments(std::size_t i) {
    const std::vector<Lexeme>& lexemes = document_.lexemes();
    std::size_t last = i;
    while (lexemes[i].first && last + 1 < lexemes.size() && lexemes[last + 1].kind == Kind::Comment &&
           lexemes[last + 1].first && line(lexemes[last + 1].begin) == line(lexemes[last].end) + 1)
      ++last;
    add(line(lexemes[i].begin), line(lexemes[last].end), "comment");
    return last;
  }

  void add_directive(const Lexeme& lexeme) {
    const std::vector<Lexeme> words = words_in(document_.text(), lexeme);
    if (words.empty()) return;
    const std::string_view name = document_.word(words.front());
    if (name.starts_with("if")) conditions_.push_back(line(lexeme.begin));
    if (!name.starts_with("el") && name != "endif") return;
    if (conditions_.empty()) return;
    const std::size_t here = line(lexeme.begin);
    if (here > 0) add(conditions_.back(), here - 1, "region");
    conditions_.back() = here;
    if (name == "endif") conditions_.pop_back();
  }

  const Document& document_;
  Json list_ = Json::array();
  std::vector<Open> open_;
  std::vector<std::size_t> conditions_;
};

}  // namespace

Json folding_ranges(const Document& document) { return Folding(document).ranges(); }

}  // namespace weir::lsp
