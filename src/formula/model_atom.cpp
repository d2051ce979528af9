// SPDX-License-Identifier: Apache-2.0
#include "formula/model_atom.h"

#include <array>

#include <weir/transition_system.h>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "formula/lexical.h"

namespace weir {
namespace {

constexpr std::size_t kNotFound = std::string_view::npos;

std::size_t skip_space(std::string_view text, std::size_t at) {
  while (at < text.size() && ascii::is_space(text[at])) ++at;
  return at;
}

/// Returns the offset after the quoted text that starts at `at`, or npos.
std::size_t skip_quoted(std::string_view text, std::size_t at) {
  const char quote = text[at++];
  while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
  return at < text.size() ? at + 1 : kNotFound;
}

struct Infix {
  std::string_view text;
  bool spaced;  // written with blanks around it
};

/// Returns the infix operator of an atom at `at`, or an empty text. Operators of the logic do not count, even if they
/// start with one.
Infix infix_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(std::min(at, text.size()));
  for (const std::string_view logic : {"<->", "<=>", "<-->", "<>", "->", "-->", "=>", "/\\"}) {
    if (rest.starts_with(logic)) return {"", false};
  }
  constexpr std::array<Infix, 20> kInfixes = {{{"==", true}, {"!=", true}, {"<=", true},  {">=", true}, {"<<", true},
                                               {">>", true}, {"<", true},  {">", true},   {"=", true},  {"+", true},
                                               {"-", true},  {"*", true},  {"/", true},   {"%", true},  {"??", false},
                                               {"?", false}, {"@", false}, {"::", false}, {":", false}, {".", false}}};
  for (const Infix& infix : kInfixes) {
    if (rest.starts_with(infix.text)) return infix;
  }
  return {"", false};
}

/// Appends bracketed text, keeping blanks only between words.
void append_normalised(std::string_view text, std::string& out) {
  const auto is_word = [](char c) {
    return c == '_' || ascii::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"' || text[i] == '\'') {
      const std::size_t end = std::min(skip_quoted(text, i), text.size());
      out += text.substr(i, end - i);
      i = end;
    } else if (ascii::is_space(text[i])) {
      i = skip_space(text, i);
      if (i < text.size() && !out.empty() && is_word(out.back()) && is_word(text[i])) out += ' ';
    } else {
      out += text[i++];
    }
  }
}

}  // namespace

BracketMatch match_brackets(std::string_view text) {
  BracketMatch partner(text.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      const std::size_t end = skip_quoted(text, i);
      i = end == kNotFound ? i + 1 : end;
      continue;
    }
    if (c == '(' || c == '[' || c == '{') {
      partner[i] = kNotFound;
      open.push_back(i);
    } else if (c == ')' || c == ']' || c == '}') {
      const char opening = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (!open.empty() && text[open.back()] == opening) {
        partner[open.back()] = i;
        open.pop_back();
      }
    }
    ++i;
  }
  return partner;
}

bool starts_model_atom(std::string_view text, std::size_t at, const BracketMatch& brackets) {
  if (text[at] != '(' || brackets[at] == kNotFound) return false;
  return !infix_at(text, skip_space(text, brackets[at] + 1)).text.empty();
}

ModelAtom scan_model_atom(std::string_view text, std::size_t at, const BracketMatch& brackets) {
  ModelAtom atom;
  const std::size_t start = at;
  const auto refuse = [&](std::size_t offset, const char* why) {
    atom.error = why;
    atom.error_offset = offset;
    return atom;
  };
  std::string_view last_infix;
  while (true) {
    at = skip_space(text, at);
    while (at < text.size() && text[at] == '-' && !text.substr(at).starts_with("->")) {
      atom.text += '-';
      at = skip_space(text, at + 1);
    }
    if (at >= text.size()) return start == at ? atom : refuse(at, "expected the rest of an expression, found the end");
    const std::string_view rest = text.substr(at);
    const bool poll = last_infix.starts_with("?") && text[at] == '[';
    if (text[at] == '\'') {
      const std::size_t end = skip_quoted(text, at);
      if (end == kNotFound) return refuse(at, "this character constant is never closed");
      atom.text += text.substr(at, end - at);
      at = end;
    } else if (ascii::is_digit(text[at])) {
      while (at < text.size() && ascii::is_digit(text[at])) atom.text += text[at++];
    } else if (const std::size_t length = lexical::name_length(rest); length > 0) {
      const std::string_view word = rest.substr(0, length);
      const bool operator_word = length == 1 && std::string_view("URVWM").find(word) != kNotFound;
      if (last_infix.empty() && operator_word) return start == at ? atom : refuse(at, "expected an expression");
      atom.text += word;
      at += length;
    } else if (text[at] == '(' || poll) {
      // handled below, like anything that follows a term
    } else {
      return start == at ? atom : refuse(at, "expected the rest of an expression");
    }
    // Indices, arguments, parentheses.
    while (true) {
      const std::size_t bracket = skip_space(text, at);
      if (bracket >= text.size() || (text[bracket] != '(' && text[bracket] != '[')) break;
      if (text[bracket] == '[' && text.substr(bracket).starts_with("[]")) break;
      if (brackets[bracket] == kNotFound) return refuse(bracket, "this bracket is never closed");
      append_normalised(text.substr(bracket, brackets[bracket] + 1 - bracket), atom.text);
      at = brackets[bracket] + 1;
    }
    // A member or an infix.
    const std::size_t after = skip_space(text, at);
    const Infix infix = infix_at(text, after);
    if (infix.text.empty()) {
      for (std::size_t i = start; i < at;) {
        const std::size_t width = utf8_length(text.substr(i));
        if (width == 0) return refuse(i, "this byte is not valid UTF-8");
        i += width;
      }
      atom.length = at - start;
      return atom;
    }
    atom.text += infix.spaced ? " " + std::string(infix.text) + " " : std::string(infix.text);
    last_infix = infix.text;
    at = after + infix.text.size();
  }
}

std::string model_atom(const std::string& expression) {
  const bool taken = is_built_in_atom(expression) || expression == "accept_";
  return taken ? "(" + expression + ")" : expression;
}

}  // namespace weir
