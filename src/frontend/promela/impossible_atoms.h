// SPDX-License-Identifier: Apache-2.0
// Finds parts of an atom that are invalid in every state, as far as the text shows: processes that never exist, and
// array elements out of range.
#pragma once

#include <weir/diagnostic.h>

#include "frontend/promela/ast.h"
#include "frontend/promela/compile.h"
#include "model/program.h"

namespace weir::promela {

/// Errors: an array index out of range, or a number that no process of the proctype ever has because all of them exist
/// from the start. Warnings: a number beyond those that the processes of a run can have.
Diagnostics impossible_parts(const Model& model, const Program& program, const Compiler& compiler,
                             const Expression& atom);

}  // namespace weir::promela
