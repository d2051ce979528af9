// SPDX-License-Identifier: Apache-2.0
// What an editor asks about the text of a Promela model while it is being written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <weir/diagnostic.h>
#include <weir/weir.h>

namespace weir {

/// Something that has a name. Lines and columns are 1-based, columns in characters.
struct Definition {
  std::string name;
  std::string kind;  ///< variable parameter field mtype proctype process label typedef inline ltl macro
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string owner = {};        ///< the process or type it belongs to; empty: global
  std::uint32_t first_line = 0;  ///< where the name is known: lines of its process; 0: everywhere
  std::uint32_t last_line = 0;
};

struct Examination {
  Diagnostics diagnostics;  ///< errors and warnings
  bool understood = false;  ///< no errors: definitions are complete
  std::vector<Definition> definitions;
};

/// Reads `text` as if it stood in the file `path` (for #include). Nothing is written, the file need not exist.
Examination examine(const std::string& path, const std::string& text, const ModelOptions& options = {});

}  // namespace weir
