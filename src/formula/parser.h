// SPDX-License-Identifier: Apache-2.0
// Parses formulas: the syntax of docs/formulas.md. Never recurses on the depth of its input.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>

#include "formula/formula.h"
#include "formula/parse_options.h"

namespace weir {

/// `places` receives the position of each occurrence of an atom, in text order.
Expected<Formula> parse_formula(std::string_view text, const ParseOptions& options = {},
                                const std::string& source_name = "", std::vector<AtomPlace>* places = nullptr);

}  // namespace weir
