// SPDX-License-Identifier: Apache-2.0
// Parts of an atom that are wrong in every state, as far as the text of the model tells: processes that are never
// there, and elements outside of arrays.
#pragma once

#include <weir/diagnostic.h>

#include "frontend/promela/ast.h"
#include "frontend/promela/compile.h"
#include "model/program.h"

namespace weir::promela {

/// Errors: an index outside of an array, or a number that no process of the proctype ever has, because all of them are
/// started at the beginning. Warnings: a number beyond what the processes of a run can have.
Diagnostics impossible_parts(const Model& model, const Program& program, const Compiler& compiler,
                             const Expression& atom);

}  // namespace weir::promela
