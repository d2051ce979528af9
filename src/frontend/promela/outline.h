// SPDX-License-Identifier: Apache-2.0
// Lists the names that a model defines and their positions, for editors.
#pragma once

#include <vector>

#include <weir/editor.h>

#include "frontend/promela/ast.h"

namespace weir::promela {

std::vector<Definition> definitions(const Model& model);

}  // namespace weir::promela
