// SPDX-License-Identifier: Apache-2.0
// The front-end for DVE: one row of the table in open_model.cpp.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <weir/weir.h>

#include "base/text/source_text.h"
#include "frontend/model.h"

namespace weir::dve {

/// A model with a property process states that property alone; otherwise its assertions, run-time errors and deadlock.
Expected<Model> open_dve(const std::string& path, const ModelOptions& options);
Expected<Model> read_dve(SourceText text, const std::vector<std::pair<std::string, std::string>>& definitions = {});

}  // namespace weir::dve
