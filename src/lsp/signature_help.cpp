// SPDX-License-Identifier: Apache-2.0
// The parameters of the proctype or inline whose arguments are being written.
#include <algorithm>

#include "lsp/context.h"
#include "lsp/features.h"

namespace weir::lsp {

Json signature_help(const Document& document, std::size_t offset) {
  const std::optional<OpenCall> call = open_call(document, offset);
  if (!call || context_at(document, offset).in_text) return nullptr;
  const char* kind = call->keyword == "run" ? "proctype" : "inline";
  for (const auto* list : {&document.examination().definitions, &document.remembered()}) {
    const auto found = std::find_if(list->begin(), list->end(), [&](const Definition& definition) {
      return definition.kind == kind && definition.name == call->name;
    });
    if (found == list->end()) continue;
    Json parameters = Json::array();
    for (const std::string& parameter : found->parameters) parameters.push_back({{"label", parameter}});
    return {{"signatures", {{{"label", signature(*found)}, {"parameters", parameters}}}},
            {"activeSignature", 0},
            {"activeParameter", call->argument}};
  }
  return nullptr;
}

}  // namespace weir::lsp
