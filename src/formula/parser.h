// SPDX-License-Identifier: Apache-2.0
// Parses formulas: the syntax of docs/formulas.md. Never recurses on the depth of its input.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <weir/diagnostic.h>

#include "formula/formula.h"

namespace weir {

struct ParseOptions {
  /// Accepts expressions of a model language as atoms (`x < 3`, `P[0]@crit`, `len(q) == 0`, `tokens(p) <= 3`): a
  /// maximal run of text without operators of the logic, with balanced brackets. Otherwise atoms are names or quoted
  /// text.
  bool model_atoms = false;
  /// Accepts time bounds (`F[0,5s]`), which only logs with time stamps give a meaning.
  bool time_bounds = false;
  /// With model atoms: whether the model has an atom of this text, such as the label `visit(1,2)`, which is then not
  /// the use of a pattern. Empty: it has none.
  std::function<bool(const std::string& atom)> is_model_atom = {};
};

/// The position of an atom in a text.
struct AtomPlace {
  std::string atom;
  std::size_t offset = 0;
  std::size_t length = 0;
};

/// `places` receives the position of each occurrence of an atom, in text order.
Expected<Formula> parse_formula(std::string_view text, const ParseOptions& options = {},
                                const std::string& source_name = "", std::vector<AtomPlace>* places = nullptr);

}  // namespace weir
