// SPDX-License-Identifier: Apache-2.0
// examine: the errors and names of a Promela text, for editors.
#include <weir/editor.h>

#include "frontend/promela/outline.h"
#include "frontend/promela/promela.h"

namespace weir {

Examination examine(const std::string& path, const std::string& text, const ModelOptions& options) {
  Examination result;
  const Expected<promela::Model> model = promela::parse_model(SourceText(path, text), {options.definitions});
  if (!model) {
    result.diagnostics = model.error();
    return result;
  }
  result.understood = true;
  result.diagnostics = model->warnings;
  result.definitions = promela::definitions(*model);
  return result;
}

}  // namespace weir
