// SPDX-License-Identifier: Apache-2.0
// Parses the regular expression between braces in a formula: the syntax of PSL as Spot reads it (docs/formulas.md).
// From loose to tight:  ;   :   -> <->   |   xor   & &&   [*] [+] [:*] [->] [=] *   !
// Never recurses on the depth of its input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formula/parse_options.h"
#include "formula/regex.h"

namespace weir {

struct ParsedRegex {
  std::optional<Regex> regex;  ///< empty on error
  std::size_t end = 0;         ///< after the closing brace
  std::string error = {};
  std::size_t error_offset = 0;
  std::size_t error_length = 1;
};

/// `at` is the offset of the opening brace. `places` receives the position of each atom, if it is given.
ParsedRegex parse_regex(std::string_view text, std::size_t at, const ParseOptions& options,
                        std::vector<AtomPlace>* places);

}  // namespace weir
