// SPDX-License-Identifier: Apache-2.0
// What stays of parsing after the model is complete, so that formulas can be read in its context.
#pragma once

#include <string>
#include <unordered_map>

#include "frontend/promela/ast.h"

namespace weir::promela {

struct Model::Context {
  std::unordered_map<std::string, Symbol*> globals;  ///< variables, mtype constants, proctypes, typedefs, inlines
};

}  // namespace weir::promela
