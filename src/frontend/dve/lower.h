// SPDX-License-Identifier: Apache-2.0
// A DVE specification to the one Program of DESIGN.md section 6. Every process but the property process becomes a
// process type with one instance; control states become locations; guard, sync and effect of a transition become its
// parts.
#pragma once

#include <weir/diagnostic.h>

#include "base/source_map.h"
#include "frontend/dve/ast.h"
#include "frontend/dve/symbols.h"
#include "model/program.h"

namespace weir::dve {

struct Lowered {
  Program program;
  Symbols symbols;
};

Expected<Lowered> lower(const Specification& specification, const SourceMap& map);

}  // namespace weir::dve
