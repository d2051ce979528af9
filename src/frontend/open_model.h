// SPDX-License-Identifier: Apache-2.0
// The table of front-ends. Selects one for a file by ModelOptions::format or by file name extension.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <weir/catalogue.h>

#include "frontend/model.h"

namespace weir {

struct FrontEnd : Choice<ModelFormat> {
  const char* suffixes;  ///< with dots, separated by blanks
  Expected<Model> (*open)(const std::string& path, const ModelOptions& options);
};

/// The table of front-ends; a new one is one enumerator (ModelFormat) and one row.
std::span<const FrontEnd> front_ends();
/// The format of a file by its suffix.
std::optional<ModelFormat> format_of(std::string_view path);
Expected<Model> open_model(const std::string& path, const ModelOptions& options);

}  // namespace weir
