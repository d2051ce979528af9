// SPDX-License-Identifier: Apache-2.0
// Words with valuations, and the truth value of every subformula at every position. Computed by the reference semantics
// (finite_semantics.h, lasso_semantics.h) and shown in explanations and reports.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/formula.h"

namespace weir {

/// A word: letters[i][k] is the value of atoms[k] at position i. A lasso continues from its last position at
/// `cycle_start` forever; a finite word has no cycle_start. The finite word without letters is λ.
struct ValuedWord {
  std::vector<std::string> atoms;
  std::vector<std::vector<bool>> letters;
  std::optional<std::size_t> cycle_start = std::nullopt;
  /// Empty, or of the shape of `letters`: marks values assumed for undefined atoms.
  std::vector<std::vector<bool>> undefined = {};
};

/// Truth values of the subformulas of a formula along a word. λ has one position, 0, which represents the report's -1.
class Timeline {
 public:
  /// Initially all false; the evaluators fill it in.
  Timeline(Formula f, const ValuedWord& word);
  /// Of the finite word of the first `length` letters, at least one.
  Timeline(Formula f, const ValuedWord& word, std::size_t length);

  Formula formula() const { return subformulas_.back(); }
  /// Operands first; the formula itself is the last.
  const std::vector<Formula>& subformulas() const { return subformulas_; }
  std::size_t positions() const { return positions_; }
  std::optional<std::size_t> cycle_start() const { return cycle_start_; }
  /// The position after `i`; empty at the end of a finite word.
  std::optional<std::size_t> successor(std::size_t i) const;

  /// Says that the first rounds of the cycle are written out, because past formulas differ from round to round: the
  /// word itself has `length` positions and goes back to `cycle_start`.
  void set_word(std::size_t length, std::size_t cycle_start);
  /// A position of the word itself, in one of the rounds of its cycle, from 0.
  struct Place {
    std::size_t position;
    std::size_t round;
  };
  Place place(std::size_t i) const;
  /// Positions of the word itself; λ has one.
  std::size_t word_positions() const { return word_positions_; }
  /// Returns whether `g` has the same values in every round of the cycle.
  bool same_in_every_round(Formula g) const;

  /// Returns whether the formula holds on the word.
  bool holds() const { return holds(formula(), 0); }
  /// Returns whether the subformula `g` holds at position `i`.
  bool holds(Formula g, std::size_t i) const { return row(g)[i]; }
  bool has_row(Formula g) const { return index_.count(g) != 0; }
  const std::vector<bool>& row(Formula g) const;
  std::vector<bool>& row(Formula g);

 private:
  Timeline(Formula f, std::size_t positions, std::optional<std::size_t> cycle_start);

  std::vector<Formula> subformulas_;
  std::unordered_map<Formula, std::size_t> index_;
  std::vector<std::vector<bool>> rows_;
  std::size_t positions_;
  std::optional<std::size_t> cycle_start_;
  std::size_t word_positions_;
  std::size_t word_cycle_start_;
};

/// The values of timed subformulas, which the semantics without time takes as given; empty while not known.
using TimedTruth = std::function<std::optional<bool>(Formula f, std::size_t position)>;

namespace semantics_detail {
/// Fills the row of a timed operator or its negation; unknown values become true. Returns false for others.
bool fill_timed_row(Timeline& timeline, Formula g, const TimedTruth& timed);
/// Fills the row of a constant, atom or boolean operator, for every semantics. Returns false if `g` is temporal.
bool fill_propositional_row(Timeline& timeline, Formula g, const ValuedWord& word);
}  // namespace semantics_detail

}  // namespace weir
