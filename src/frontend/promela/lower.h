// SPDX-License-Identifier: Apache-2.0
// A resolved Promela model as a Program, and as a model with its stated properties.
#pragma once

#include <memory>
#include <string>

#include <weir/weir.h>

#include "frontend/model.h"
#include "frontend/promela/ast.h"
#include "model/program_system.h"

namespace weir::promela {

/// The transition system of the model; it keeps the tree, so that atoms can be read in its context. Never claims are no
/// part of it: they are properties.
Expected<std::unique_ptr<ProgramSystem>> lower(Model model, std::vector<StatedProperty>* claims = nullptr);
/// With the trace assertion that the model has.
Expected<std::unique_ptr<TransitionSystem>> lower_watched(Model model);

/// Front-end for the table of open_model.cpp.
Expected<weir::Model> open_promela(const std::string& path, const ModelOptions& options);

}  // namespace weir::promela
