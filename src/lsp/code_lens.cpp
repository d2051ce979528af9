// SPDX-License-Identifier: Apache-2.0
// Commands above what they are about: `check` for every property of a model, and the explorer.
#include "lsp/features.h"

namespace weir::lsp {

Json code_lenses(const Document& document, bool explorer) {
  Json list = Json::array();
  if (document.language() == EditorLanguage::Formulas) return list;  // of no model in particular
  if (explorer) {
    list.push_back(
        {{"range", document.lines().range(0, 0)},
         {"command", {{"title", "open explorer"}, {"command", "weir.openExplorer"}, {"arguments", {document.uri()}}}}});
  }
  for (const PropertyPlace& property : document.examination().properties) {
    if (property.place.file != 0) continue;
    Json arguments = {document.uri(), property.request.text};
    std::string name = property.request.text;
    if (property.request.kind != PropertyRequest::Kind::Named) {
      name = property.request.name;
      arguments = {document.uri(), "", name};
    }
    list.push_back(
        {{"range", document.lines().range(property.place.begin, property.place.end)},
         {"command", {{"title", "check " + name}, {"command", "weir.check"}, {"arguments", std::move(arguments)}}}});
  }
  return list;
}

}  // namespace weir::lsp
