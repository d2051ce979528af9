// SPDX-License-Identifier: Apache-2.0
// What the parsers of formulas and of their regular expressions have in common.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

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
  /// Accepts `forall VAR: F` (quantified_formula.h), which only logs give a meaning.
  bool quantifiers = false;
};

/// The position of an atom in a text.
struct AtomPlace {
  std::string atom;
  std::size_t offset = 0;
  std::size_t length = 0;
};

}  // namespace weir
