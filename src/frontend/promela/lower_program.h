// SPDX-License-Identifier: Apache-2.0
// Lowers the processes of a resolved Promela model to a Program.
#pragma once

#include <optional>
#include <vector>

#include "frontend/model.h"
#include "frontend/promela/ast.h"
#include "frontend/promela/compile.h"
#include "frontend/promela/trace_system.h"

namespace weir::promela {

/// The data of the model besides its program.
struct ProgramParts {
  std::vector<StatedProperty> claims;  ///< never claims
  std::optional<TraceAutomaton> trace;
  Diagnostics warnings;
};

/// Fills `program`; the compiler can then compile atoms.
Expected<ProgramParts> lower_program(Model& model, Program& program, Compiler& compiler);

}  // namespace weir::promela
