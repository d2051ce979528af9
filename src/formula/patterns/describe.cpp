// SPDX-License-Identifier: Apache-2.0
#include "formula/patterns/describe.h"

#include <algorithm>

#include "formula/printer.h"

namespace weir {
namespace {

/// An argument in a sentence or a call.
std::string shown(Formula f, bool in_sentence) {
  const bool simple = f.is(Op::Atom) || f.operands().empty() || (f.is(Op::Not) && f[0].is(Op::Atom));
  return simple || !in_sentence ? to_string(f) : "(" + to_string(f) + ")";
}

std::string listed(const std::vector<Formula>& formulas, bool in_sentence) {
  std::string text;
  for (const Formula f : formulas) text += (text.empty() ? "" : ", ") + shown(f, in_sentence);
  return text;
}

void replace(std::string& text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

}  // namespace

std::string to_string(const PatternUse& use) {
  std::string text = std::string(use.row->name) + "(";
  if (takes_number(*use.row)) text += std::to_string(use.number) + ", ";
  text += listed(use.arguments, false) + ")";
  if (use.scope == nullptr) return text;
  text += " " + std::string(use.scope->name);
  return use.scope_arguments.empty() ? text : text + "(" + listed(use.scope_arguments, false) + ")";
}

std::string in_english(const PatternUse& use) {
  std::string text = use.row->english;
  if (use.scope != nullptr) text += use.scope->english;
  replace(text, "{n}", std::to_string(use.number));
  replace(text, "{a...}", "{list}");
  // Names first, then values, which may contain braces.
  std::string result;
  const auto arguments = arguments_of(use);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('{', at), text.size());
    result += text.substr(at, open - at);
    if (open == text.size()) break;
    const std::size_t close = text.find('}', open);
    const std::string name = text.substr(open + 1, close - open - 1);
    result += name == "list" ? listed(use.arguments, true) : shown(arguments.at(name), true);
    at = close + 1;
  }
  return result;
}

}  // namespace weir
