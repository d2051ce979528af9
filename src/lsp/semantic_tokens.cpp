// SPDX-License-Identifier: Apache-2.0
// Colours by meaning: a name is shown as what it is defined to be.
#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

using Kind = Lexeme::Kind;

constexpr std::array<const char*, 14> kTypes = {"keyword",  "comment",   "string", "number",   "macro",
                                                "variable", "parameter", "type",   "property", "enumMember",
                                                "class",    "function",  "label",  "operator"};
constexpr std::array<const char*, 2> kModifiers = {"declaration", "readonly"};
constexpr std::uint32_t kDeclaration = 1, kReadonly = 2;

std::uint32_t type_number(std::string_view type) {
  return static_cast<std::uint32_t>(std::find(kTypes.begin(), kTypes.end(), type) - kTypes.begin());
}

std::string_view type_of(const Definition& definition) {
  static const std::map<std::string_view, std::string_view> types = {
      {"parameter", "parameter"}, {"field", "property"}, {"mtype", "enumMember"}, {"proctype", "class"},
      {"process", "class"},       {"label", "label"},    {"state", "label"},      {"typedef", "type"},
      {"inline", "function"},     {"ltl", "function"},   {"formula", "function"}, {"macro", "macro"}};
  const auto found = types.find(definition.kind);
  return found == types.end() ? "variable" : found->second;
}

class Tokens {
 public:
  explicit Tokens(const Document& document)
      : document_(document),
        reserved_(reserved_words(document.language())),
        occurrence_(document.examination().occurrences.begin()) {}

  Json data() {
    for (const Lexeme& lexeme : document_.lexemes()) {
      switch (lexeme.kind) {
        case Kind::Comment: add_lines(lexeme, type_number("comment")); break;
        case Kind::String: add_lines(lexeme, type_number("string")); break;
        case Kind::Number: add(lexeme.begin, lexeme.end, type_number("number"), 0); break;
        case Kind::Word: add_word(lexeme, true); break;
        case Kind::Directive: add_directive(lexeme); break;
        case Kind::Symbol: break;  // the same colour in every theme
      }
    }
    return std::move(data_);
  }

 private:
  void add(std::size_t begin, std::size_t end, std::uint32_t type, std::uint32_t modifiers) {
    if (end <= begin) return;
    const LineIndex& lines = document_.lines();
    const std::size_t line = lines.line_of(begin);
    if (lines.line_of(end) != line) return;  // a directive whose name is on a continued line
    const std::uint32_t first = lines.units_before(begin), last = lines.units_before(end);
    data_.push_back(line - line_);
    data_.push_back(line == line_ ? first - character_ : first);
    data_.push_back(last - first);
    data_.push_back(type);
    data_.push_back(modifiers);
    line_ = line;
    character_ = first;
  }

  /// A token of the protocol must not contain the end of a line.
  void add_lines(const Lexeme& lexeme, std::uint32_t type) {
    const LineIndex& lines = document_.lines();
    const std::size_t last = lines.line_of(lexeme.end);
    for (std::size_t line = lines.line_of(lexeme.begin); line <= last; ++line) {
      const std::size_t start = lines.line_start(line), end = start + lines.line(line).size();
      add(std::max<std::size_t>(lexeme.begin, start), std::min<std::size_t>(lexeme.end, end), type, 0);
    }
  }

  void add_word(const Lexeme& word, bool keywords) {
    const Examination& known = document_.examination();
    const auto end = known.occurrences.end();
    while (occurrence_ != end && occurrence_->place.file == 0 && occurrence_->place.begin < word.begin) ++occurrence_;
    if (occurrence_ != end && occurrence_->place.file == 0 && occurrence_->place.begin == word.begin) {
      const Definition& definition = known.definitions[occurrence_->definition];
      const bool declares = definition.place.file == 0 && definition.place.begin == word.begin;
      const bool constant = definition.kind == "mtype" || definition.kind == "constant" || definition.kind == "macro";
      return add(word.begin, word.end, type_number(type_of(definition)),
                 (declares ? kDeclaration : 0) | (constant ? kReadonly : 0));
    }
    const std::string_view text = document_.word(word);
    if (!keywords) return;
    if (std::binary_search(reserved_.keywords.begin(), reserved_.keywords.end(), text)) {
      add(word.begin, word.end, type_number("keyword"), 0);
    } else if (std::binary_search(reserved_.temporal.begin(), reserved_.temporal.end(), text)) {
      add(word.begin, word.end, type_number("operator"), 0);
    }
  }

  /// `#define` as a macro, and the names in it.
  void add_directive(const Lexeme& directive) {
    bool first = true;
    for (const Lexeme& word : words_in(document_.text(), directive)) {
      if (first)
        add(directive.begin, std::min(word.end, directive.end), type_number("macro"), 0);
      else
        add_word(word, false);
      first = false;
    }
  }

  const Document& document_;
  ReservedWords reserved_;
  std::vector<Occurrence>::const_iterator occurrence_;
  Json data_ = Json::array();
  std::size_t line_ = 0;
  std::uint32_t character_ = 0;
};

}  // namespace

Json semantic_legend() { return {{"tokenTypes", kTypes}, {"tokenModifiers", kModifiers}}; }

Json semantic_tokens(const Document& document) { return {{"data", Tokens(document).data()}}; }

}  // namespace weir::lsp
