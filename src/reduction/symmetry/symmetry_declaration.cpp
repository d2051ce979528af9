// SPDX-License-Identifier: Apache-2.0
#include "reduction/symmetry/symmetry_declaration.h"

#include <algorithm>
#include <utility>

namespace weir {

bool matches(const std::string& pattern, const std::string& name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  const std::string end = pattern.substr(star + 1);
  return name.size() >= star + end.size() && name.compare(0, star, pattern, 0, star) == 0 && name.ends_with(end);
}

Expected<SymmetryDeclaration> parse_symmetry(const std::string& text) {
  SymmetryDeclaration result;
  const auto trimmed = [](std::string word) {
    const auto is_space = [](char c) { return c == ' ' || c == '\t'; };
    while (!word.empty() && is_space(word.back())) word.pop_back();
    while (!word.empty() && is_space(word.front())) word.erase(0, 1);
    return word;
  };
  const auto split = [&](const std::string& list) {
    std::vector<std::string> words;
    std::size_t begin = 0;
    for (std::size_t comma = 0; comma != std::string::npos; begin = comma + 1) {
      comma = list.find(',', begin);
      words.push_back(trimmed(list.substr(begin, comma == std::string::npos ? comma : comma - begin)));
    }
    return words;
  };
  const auto is_name = [](const std::string& word, bool star) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [&](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             (star && c == '*');
    }) && std::count(word.begin(), word.end(), '*') <= 1;
  };
  const auto wrong = [&](const std::string& word) {
    return Diagnostic{.message =
                          "--symmetry: cannot parse `" + word +
                          "`; expected processes and, optionally, variables: `P`, `P(id)`, `P, Q: turn, flag[], P.x`"};
  };
  const std::size_t colon = text.find(':');
  for (std::string word : split(text.substr(0, colon))) {
    const std::size_t bracket = word.find('(');
    if (bracket != std::string::npos) {
      if (word.back() != ')' || !result.parameter.empty() || !result.processes.empty()) return wrong(word);
      result.parameter = trimmed(word.substr(bracket + 1, word.size() - bracket - 2));
      if (!is_name(result.parameter, false)) return wrong(word);
      word = trimmed(word.substr(0, bracket));
    } else if (!result.parameter.empty()) {
      return wrong(word);
    }
    if (!is_name(word, true)) return wrong(word);
    result.processes.push_back(word);
  }
  if (colon == std::string::npos) return result;
  for (const std::string& word : split(text.substr(colon + 1))) {
    SymmetryDeclaration::Variable variable;
    variable.name = word;
    if (variable.name.ends_with("[]")) {
      variable.indices = true;
      variable.name.resize(variable.name.size() - 2);
    }
    const std::size_t dot = variable.name.find('.');
    // `s.x` may be a member of a structure: then no process has that name.
    if (dot != std::string::npos) {
      variable.process = variable.name.substr(0, dot);
      variable.name = variable.name.substr(dot + 1);
      if (!is_name(variable.process, true)) return wrong(word);
    }
    if (!is_name(variable.name, false)) return wrong(word);
    result.variables.push_back(std::move(variable));
  }
  return result;
}

}  // namespace weir
