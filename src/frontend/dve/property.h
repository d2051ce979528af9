// SPDX-License-Identifier: Apache-2.0
// The properties that a DVE specification states: its property process as an automaton of violating runs, or its
// assertions, run-time errors and deadlock. Atoms are the texts of DVE expressions.
#pragma once

#include <vector>

#include <weir/diagnostic.h>

#include "base/text/source_map.h"
#include "frontend/dve/ast.h"
#include "frontend/dve/symbols.h"
#include "frontend/model.h"

namespace weir::dve {

Expected<std::vector<StatedProperty>> stated_properties(const Specification& specification, const Symbols& symbols,
                                                        const SourceMap& map);

}  // namespace weir::dve
