// SPDX-License-Identifier: Apache-2.0
#include "formula/lexical.h"

#include <algorithm>
#include <array>

#include "base/text/ascii.h"
#include "base/text/utf8.h"

namespace weir::lexical {
namespace {

// Non-ASCII operators end a name. The parser defines their meaning.
constexpr std::array<std::string_view, 14> kUnicodeOperators = {"¬", "∧", "∨", "→", "⇒", "↔", "⇔",
                                                                "⊕", "⊻", "◇", "⋄", "□", "○", "◯"};
// Reserved words that cannot be unquoted atoms: constants, and operators in operand or operator position.
constexpr std::array<std::string_view, 28> kReserved = {
    "true",  "false",      "True",      "False",   "TRUE", "FALSE", "X",  "F",   "G",   "U",
    "R",     "V",          "W",         "M",       "xor",  "and",   "or", "not", "iff", "implies",
    "until", "equivalent", "weakuntil", "release", "Y",    "Z",     "O",  "H"};

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_lower(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '.'; }
bool is_prefix_operator(char c) { return c == 'F' || c == 'G' || c == 'X'; }

}  // namespace

std::size_t glued_operators(std::string_view word) {
  std::size_t count = 0;
  while (count < word.size() && is_prefix_operator(word[count])) ++count;
  if (count == 0 || count == word.size()) return count;
  const std::string_view rest = word.substr(count);
  if (!is_lower(rest.front())) return 0;
  const bool short_name = std::all_of(rest.begin() + 1, rest.end(), ascii::is_digit);
  return short_name || count >= 2 ? count : 0;
}

std::size_t name_length(std::string_view text) {
  if (text.empty() || ascii::is_digit(text.front())) return 0;
  std::size_t length = 0;
  while (length < text.size()) {
    const char c = text[length];
    if (is_letter(c) || ascii::is_digit(c)) {
      ++length;
      continue;
    }
    const std::string_view rest = text.substr(length);
    const std::size_t width = utf8_length(rest);
    if (width < 2 || rest.starts_with("\u00A0")) break;
    if (std::any_of(kUnicodeOperators.begin(), kUnicodeOperators.end(),
                    [&](std::string_view op) { return rest.starts_with(op); })) {
      break;
    }
    length += width;
  }
  return length;
}

bool is_plain_name(std::string_view text) {
  if (text.empty() || name_length(text) != text.size() || glued_operators(text) != 0) return false;
  return std::find(kReserved.begin(), kReserved.end(), text) == kReserved.end();
}

std::vector<std::string> reserved_words() {
  std::vector<std::string> words(kReserved.begin(), kReserved.end());
  std::sort(words.begin(), words.end());
  return words;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

}  // namespace weir::lexical
