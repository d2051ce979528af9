// SPDX-License-Identifier: Apache-2.0
// Lowers a resolved Promela model to a Program, and to a model with its stated properties.
#pragma once

#include <memory>
#include <string>

#include <weir/options.h>

#include "frontend/model.h"
#include "frontend/promela/ast.h"
#include "model/program_system.h"

namespace weir::promela {

/// Returns the transition system of the model. It keeps the syntax tree, so that atoms can be parsed in its context.
/// Never claims are not part of it: they are properties.
Expected<std::unique_ptr<ProgramSystem>> lower(Model model, std::vector<StatedProperty>* claims = nullptr);
/// Includes the trace assertion of the model.
Expected<std::unique_ptr<TransitionSystem>> lower_watched(Model model);

/// The front-end for the table of open_model.cpp.
Expected<weir::Model> open_promela(const std::string& path, const ModelOptions& options);

}  // namespace weir::promela
