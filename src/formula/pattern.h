// SPDX-License-Identifier: Apache-2.0
// Patterns over formulas: a formula whose atoms are variables (RewriteRule in rewrite.h defines their meaning).
// Matching treats & and | as associative and commutative. It recurses on the pattern, whose depth is fixed, never on
// the formula.
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

/// Returns `pattern` with its variables replaced.
Formula instantiate(Formula pattern, const Bindings& bindings);

/// Finds a match of `pattern` with `f` whose bindings satisfy `accept`. If the root of the pattern is & or |, operands
/// of `f` may stay unmatched; they are appended to `unmatched`.
bool match_pattern(Formula pattern, Formula f, SyntacticFacts& facts, std::vector<Formula>& unmatched,
                   Bindings& bindings, const std::function<bool(const Bindings&)>& accept);

}  // namespace weir
