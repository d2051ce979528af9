// SPDX-License-Identifier: Apache-2.0
// The outline as a tree: a process contains its parameters, variables and labels, a type its fields.
#include <algorithm>
#include <map>
#include <string>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

bool contains_others(const Definition& definition) {
  return definition.extent.end - definition.extent.begin > definition.name.size() && definition.kind != "ltl" &&
         definition.kind != "formula";
}

Json symbol(const Document& document, const Definition& definition) {
  const LineIndex& lines = document.lines();
  const std::uint32_t begin = std::min(definition.extent.begin, definition.place.begin);
  const std::uint32_t end = std::max(definition.extent.end, definition.place.end);
  Json made = {{"name", definition.name},
               {"kind", symbol_kind(definition.kind)},
               {"range", lines.range(begin, end)},
               {"selectionRange", lines.range(definition.place.begin, definition.place.end)}};
  if (const std::string detail = signature(definition); detail != definition.name) made["detail"] = detail;
  return made;
}

}  // namespace

int symbol_kind(std::string_view kind) {
  static const std::map<std::string_view, int> kinds = {
      {"variable", 13}, {"parameter", 13}, {"constant", 14}, {"field", 8},    {"mtype", 22},
      {"proctype", 5},  {"process", 5},    {"label", 20},    {"state", 20},   {"channel", 13},
      {"typedef", 23},  {"inline", 12},    {"ltl", 24},      {"formula", 24}, {"macro", 14}};
  const auto found = kinds.find(kind);
  return found == kinds.end() ? 13 : found->second;
}

std::string signature(const Definition& definition) {
  if (definition.kind == "proctype" || definition.kind == "inline") {
    std::string text = definition.kind + " " + definition.name + "(";
    const char* separator = definition.kind == "proctype" ? "; " : ", ";
    for (std::size_t i = 0; i < definition.parameters.size(); ++i)
      text += (i > 0 ? separator : "") + definition.parameters[i];
    return text + ")";
  }
  if (definition.type.empty()) return definition.name;
  return definition.type + " " + definition.name + (definition.is_array ? "[]" : "");
}

Json document_symbols(const Document& document) {
  Json list = Json::array();
  const Definition* container = nullptr;
  for (const Definition& definition : document.examination().definitions) {
    if (definition.place.file != 0) continue;
    if (definition.name.empty()) continue;
    const bool within = container != nullptr && definition.place.begin >= container->extent.begin &&
                        definition.place.end <= container->extent.end && definition.kind != "macro";
    if (within) {
      list.back()["children"].push_back(symbol(document, definition));
      continue;
    }
    if (container != nullptr && definition.place.begin < container->extent.end) {
      // A macro in the middle of a process: not a child, but the process continues after it.
      list.insert(list.end() - 1, symbol(document, definition));
      continue;
    }
    list.push_back(symbol(document, definition));
    container = contains_others(definition) ? &definition : nullptr;
  }
  return list;
}

}  // namespace weir::lsp
