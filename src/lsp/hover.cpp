// SPDX-License-Identifier: Apache-2.0
// What a name is, with the line that defines it; and what a formula means, in English.
#include <algorithm>

#include "lsp/features.h"

namespace weir::lsp {
namespace {

constexpr std::size_t kLongestLine = 300;

const char* code_name(EditorLanguage language) {
  return language == EditorLanguage::Promela ? "promela" : language == EditorLanguage::Dve ? "dve" : "ltl";
}

std::string defining_line(const Document& document, const Definition& definition) {
  const LineIndex& lines = document.lines_of(definition.place.file);
  if (definition.place.begin > lines.text().size()) return {};
  std::string_view line = lines.line(lines.line_of(definition.place.begin));
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  std::size_t length = std::min(line.size(), kLongestLine);
  while (length < line.size() && (static_cast<unsigned char>(line[length]) & 0xC0U) == 0x80U) ++length;
  return std::string(line.substr(0, length));
}

std::string about(const Document& document, const Definition& definition) {
  std::string text = "**" + definition.kind + "** `" + definition.name + "`";
  if (!definition.owner.empty()) text += " of `" + definition.owner + "`";
  const std::string line = defining_line(document, definition);
  if (!line.empty()) text += "\n```" + std::string(code_name(document.language())) + "\n" + line + "\n```";
  return text;
}

std::string meaning(const PropertyPlace& property) {
  return property.english.empty() ? "" : "`" + property.request.text + "` means: " + property.english + ".";
}

}  // namespace

Json hover(const Document& document, std::size_t offset) {
  const Definition* found = document.best_definition(offset);
  std::string text = found == nullptr ? "" : about(document, *found);
  const bool names_formula = found != nullptr && (found->kind == "ltl" || found->kind == "formula");
  for (const PropertyPlace& property : document.examination().properties) {
    if ((found != nullptr && !names_formula) || property.english.empty()) continue;
    const bool here = names_formula ? property.request.text == found->name : inside(property.extent, offset);
    if (here) text += (text.empty() ? "" : "\n\n") + meaning(property);
  }
  if (text.empty()) return nullptr;
  return {{"contents", {{"kind", "markdown"}, {"value", text}}}};
}

}  // namespace weir::lsp
