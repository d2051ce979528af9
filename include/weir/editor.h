// SPDX-License-Identifier: Apache-2.0
// Analysis of a Promela model for editors: diagnostics and definitions, while the model is being written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/export.h>
#include <weir/weir.h>

namespace weir {

/// A named entity. Lines and columns are 1-based; columns count characters.
struct Definition {
  std::string name;
  std::string kind;  ///< variable parameter field mtype proctype process label typedef inline ltl macro
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string owner = {};        ///< the process or type that contains it; empty if global
  std::uint32_t first_line = 0;  ///< scope: the lines of its process; 0 if visible everywhere
  std::uint32_t last_line = 0;
};

struct Examination {
  Diagnostics diagnostics;  ///< errors and warnings
  bool understood = false;  ///< true if there are no errors; `definitions` is complete then
  std::vector<Definition> definitions;
};

/// Analyses `text` as the content of the file `path`, which resolves #include. Writes nothing; the file need not exist.
WEIR_EXPORT Examination examine(const std::string& path, const std::string& text, const ModelOptions& options = {});

}  // namespace weir
