// SPDX-License-Identifier: Apache-2.0
// Patterns over formulas: a formula whose atoms are variables (see RewriteRule in rewrite.h for what they may stand
// for). Matching knows that & and | are associative and commutative. It recurses on the pattern, whose depth is ours,
// never on the formula.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "formula/formula.h"
#include "formula/syntactic.h"

namespace weir {

/// Values of the variables a b c d e u q n n2 m m2 r of one match.
class Bindings {
 public:
  std::optional<Formula> get(Formula variable) const;
  void set(Formula variable, Formula value) { values_.emplace_back(variable, value); }
  std::size_t mark() const { return values_.size(); }
  void undo_to(std::size_t mark) { values_.erase(values_.begin() + static_cast<std::ptrdiff_t>(mark), values_.end()); }

 private:
  std::vector<std::pair<Formula, Formula>> values_;
};

/// `pattern` with its variables replaced.
Formula instantiate(Formula pattern, const Bindings& bindings);

/// Finds a match of `pattern` with `f` such that `accept` is true of its bindings. At the root of the pattern, an & or
/// | may leave operands of `f` unmatched; they are put into `unmatched`.
bool match_pattern(Formula pattern, Formula f, SyntacticFacts& facts, std::vector<Formula>& unmatched,
                   Bindings& bindings, const std::function<bool(const Bindings&)>& accept);

}  // namespace weir
