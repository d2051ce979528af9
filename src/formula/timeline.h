// SPDX-License-Identifier: Apache-2.0
// Words with their valuations, and the truth of every subformula at every position of one: what the reference semantics
// (finite_semantics.h, lasso_semantics.h) compute, and what explanations and reports show.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/formula.h"

namespace weir {

/// A word: letters[i][k] says whether atoms[k] holds at position i. A lasso goes on from its last position at
/// `cycle_start` for ever; a finite word has no cycle_start. The finite word without letters is λ.
struct ValuedWord {
  std::vector<std::string> atoms;
  std::vector<std::vector<bool>> letters;
  std::optional<std::size_t> cycle_start = std::nullopt;
  /// Of the shape of `letters`, or empty: which values were taken for atoms that have none.
  std::vector<std::vector<bool>> undefined = {};
};

/// Truth of the subformulas of a formula along a word. λ has one position, 0, that stands for the report's -1.
class Timeline {
 public:
  /// All false, for the evaluators to fill in.
  Timeline(Formula f, const ValuedWord& word);

  Formula formula() const { return subformulas_.back(); }
  /// Operands before what they are part of; the formula itself is the last.
  const std::vector<Formula>& subformulas() const { return subformulas_; }
  std::size_t positions() const { return positions_; }
  std::optional<std::size_t> cycle_start() const { return cycle_start_; }
  bool is_finite() const { return !cycle_start_.has_value(); }
  /// The position after `i`; none after the last of a finite word.
  std::optional<std::size_t> successor(std::size_t i) const;

  /// Does the formula hold of the word?
  bool holds() const { return holds(formula(), 0); }
  /// Does the subformula `g` hold at position `i`?
  bool holds(Formula g, std::size_t i) const { return row(g)[i]; }
  const std::vector<bool>& row(Formula g) const;
  std::vector<bool>& row(Formula g);

 private:
  std::vector<Formula> subformulas_;
  std::unordered_map<Formula, std::size_t> index_;
  std::vector<std::vector<bool>> rows_;
  std::size_t positions_;
  std::optional<std::size_t> cycle_start_;
};

namespace semantics_detail {
/// Constants, atoms and boolean operators, position by position, for both semantics. False: `g` is temporal.
bool fill_propositional_row(Timeline& timeline, Formula g, const ValuedWord& word);
}  // namespace semantics_detail

}  // namespace weir
