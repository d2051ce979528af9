// SPDX-License-Identifier: Apache-2.0
// Any bytes as a DVE specification: the result is a diagnostic, or a model whose first states can be explored.
#pragma once

#include <string>
#include <string_view>

#include "base/assert.h"
#include "formula/formula.h"
#include "frontend/dve/dve.h"
#include "fuzz/walk_model.h"

namespace weir::fuzz {

inline void dve(std::string_view input) {
  auto model = weir::dve::read_dve(SourceText("fuzz.dve", std::string(input)));
  if (!model) return;
  for (const StatedProperty& property : model->properties) {
    if (!property.formula) continue;
    for (const std::string& atom : atoms(*property.formula))
      WEIR_ASSERT(model->system->resolve(atom).has_value(), "a model knows its own atoms");
  }
  walk(*model->system);
}

}  // namespace weir::fuzz
