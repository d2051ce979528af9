// SPDX-License-Identifier: Apache-2.0
// ExploredModel: what an Explorer knows about its model besides states: the system, source texts, stated properties.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weir/explorer.h>

#include "frontend/model.h"

namespace weir {

struct ExploredModel {
  Model model;  ///< without system if the model is code
  TransitionSystem* system = nullptr;
  std::vector<SourceFile> sources;
  std::vector<Explorer::Property> properties;
  std::vector<std::string> hidden;  ///< variables that searches do not keep while nothing reads them
  Diagnostics warnings;
};

Expected<std::unique_ptr<ExploredModel>> open_explored(const std::string& path, const ExplorerOptions& options);
Expected<std::unique_ptr<ExploredModel>> open_explored(TransitionSystem& system, const ExplorerOptions& options);

}  // namespace weir
