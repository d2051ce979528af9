// SPDX-License-Identifier: Apache-2.0
// What stays of parsing after the model is complete, so that formulas can be read in its context.
#pragma once

#include <memory>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text/preprocessor.h"
#include "frontend/promela/ast.h"

namespace weir::promela {

struct Model::Context {
  /// Variables, mtype constants, proctypes, typedefs, inlines. Keys point into the symbols' names.
  std::unordered_map<std::string_view, Symbol*> globals;
  std::unordered_map<std::string_view, const StructType*> structs;
  std::unique_ptr<Preprocessor> preprocessor;
};

}  // namespace weir::promela
