// SPDX-License-Identifier: Apache-2.0
// Text to formula: the syntax of docs/formulas.md. Never recurses on the depth of its input.
#pragma once

#include <string>
#include <string_view>

#include <weir/diagnostic.h>

#include "formula/formula.h"

namespace weir {

struct ParseOptions {
  /// Takes whatever a model language allows as an atom (`x < 3`, `P[0]@crit`, `len(q) == 0`, `tokens(p) <= 3`): a
  /// maximal run of text that is no operator of the logic, with balanced brackets. Otherwise atoms are names or quoted
  /// text.
  bool model_atoms = false;
};

Expected<Formula> parse_formula(std::string_view text, const ParseOptions& options = {},
                                const std::string& source_name = "");

}  // namespace weir
