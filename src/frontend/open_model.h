// SPDX-License-Identifier: Apache-2.0
// The table of front-ends, and the choice of one for a file: by ModelOptions::format, or by the file's ending.
#pragma once

#include <span>
#include <string>

#include <weir/weir.h>

#include "frontend/model.h"

namespace weir {

struct FrontEnd {
  const char* name;      ///< as in --from
  const char* suffixes;  ///< separated by blanks, with their dots
  const char* summary;
  Expected<Model> (*open)(const std::string& path, const ModelOptions& options);
};

/// A new front-end is one more row in open_model.cpp.
std::span<const FrontEnd> front_ends();
Expected<Model> open_model(const std::string& path, const ModelOptions& options);

}  // namespace weir
