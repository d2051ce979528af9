// SPDX-License-Identifier: Apache-2.0
// The table of front-ends. Selects one for a file by ModelOptions::format or by file name extension.
#pragma once

#include <span>
#include <string>

#include <weir/weir.h>

#include "frontend/model.h"

namespace weir {

struct FrontEnd {
  const char* name;      ///< as in --from
  const char* suffixes;  ///< with dots, separated by blanks
  const char* summary;
  Expected<Model> (*open)(const std::string& path, const ModelOptions& options);
};

/// The table of front-ends; a new one is a new row in open_model.cpp.
std::span<const FrontEnd> front_ends();
Expected<Model> open_model(const std::string& path, const ModelOptions& options);

}  // namespace weir
