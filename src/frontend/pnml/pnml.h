// SPDX-License-Identifier: Apache-2.0
// The front-end for P/T nets: one row of the table in open_model.cpp.
#pragma once

#include <string>

#include <weir/options.h>

#include "frontend/model.h"

namespace weir::pnml {

/// Reads a `.pnml` file; the model states one property, the absence of deadlock.
Expected<Model> open_pnml(const std::string& path, const ModelOptions& options);

}  // namespace weir::pnml
