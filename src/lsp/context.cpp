// SPDX-License-Identifier: Apache-2.0
#include "lsp/context.h"

#include <algorithm>

namespace weir::lsp {
namespace {

constexpr std::size_t kFarthest = 4000;  ///< lexemes looked at before the offset
using Kind = Lexeme::Kind;
using Unit = TextContext::Unit;

std::optional<Unit> unit_of(std::string_view word, EditorLanguage language) {
  if (language == EditorLanguage::Dve) return word == "process" ? std::optional(Unit::Process) : std::nullopt;
  if (word == "proctype" || word == "D_proctype" || word == "init" || word == "never" || word == "trace" ||
      word == "notrace")
    return Unit::Process;
  if (word == "inline") return Unit::Inline;
  if (word == "ltl") return Unit::Formula;
  if (word == "typedef") return Unit::Type;
  if (word == "mtype") return Unit::Constants;
  return std::nullopt;
}

}  // namespace

TextContext context_at(const Document& document, std::size_t offset) {
  TextContext result;
  const std::vector<Lexeme>& lexemes = document.lexemes();
  result.previous = document.lexemes_before(offset);
  if (result.previous > 0) {
    const Lexeme& last = lexemes[result.previous - 1];
    const std::string_view text = document.word(last);
    const bool line_comment = last.kind == Kind::Comment && !text.starts_with("/*");
    const bool closed = last.kind == Kind::Comment ? text.size() >= 4 && text.ends_with("*/")
                                                   : text.size() >= 2 && text.front() == text.back();
    if (last.kind == Kind::Comment || last.kind == Kind::String)
      result.in_text = offset < last.end || (offset == last.end && (line_comment || !closed));
    result.in_directive = last.kind == Kind::Directive && offset <= last.end;
    if (last.kind == Kind::Word && last.end >= offset) --result.previous;
  }
  if (document.language() == EditorLanguage::Formulas) {
    result.unit = Unit::Formula;
    return result;
  }
  std::size_t braces = 0;
  Unit pending = Unit::Outside;
  for (std::size_t i = 0; i < result.previous; ++i) {
    const std::string_view text = document.word(lexemes[i]);
    if (lexemes[i].kind == Kind::Word && braces == 0) {
      if (const auto unit = unit_of(text, document.language())) {
        pending = *unit;
        result.name = text == "init" ? "init" : "";
      } else if (pending != Unit::Outside && result.name.empty()) {
        result.name = text;
      }
    }
    if (lexemes[i].kind != Kind::Symbol) continue;
    if (text == ";" && braces == 0 && pending == Unit::Constants) pending = Unit::Outside;
    if (text == "{" && braces++ == 0) result.unit = pending;
    if (text != "}" || braces == 0 || --braces > 0) continue;
    result.unit = pending = Unit::Outside;
    result.name.clear();
  }
  return result;
}

std::size_t opening(const Document& document, std::size_t close) {
  const std::vector<Lexeme>& lexemes = document.lexemes();
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i > 0 && close - i + 1 < kFarthest; --i) {
    const std::string_view text = document.word(lexemes[i - 1]);
    if (text == ")" || text == "]") ++depth;
    if ((text == "(" || text == "[") && --depth == 0) return i - 1;
  }
  return close;
}

std::optional<OpenCall> open_call(const Document& document, std::size_t offset) {
  const std::vector<Lexeme>& lexemes = document.lexemes();
  const std::size_t before = document.lexemes_before(offset);
  std::size_t depth = 0, commas = 0;
  for (std::size_t i = before; i > 0 && before - i < kFarthest; --i) {
    const std::string_view text = document.word(lexemes[i - 1]);
    if (lexemes[i - 1].kind != Kind::Symbol) continue;
    if (text == ")" || text == "]") {
      ++depth;
    } else if (text == "(" || text == "[") {
      if (depth > 0) {
        --depth;
      } else if (text == "(" && i >= 2 && lexemes[i - 2].kind == Kind::Word) {
        OpenCall call{std::string(document.word(lexemes[i - 2])), "", commas};
        if (i >= 3) call.keyword = document.word(lexemes[i - 3]);
        return call;
      } else {
        commas = 0;  // a parenthesis inside an argument
      }
    } else if (depth == 0 && text == ",") {
      ++commas;
    } else if (text == ";" || text == "{" || text == "}") {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace weir::lsp
