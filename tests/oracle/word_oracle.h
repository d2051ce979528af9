// SPDX-License-Identifier: Apache-2.0
// Evaluates formulas on all small words at once: an oracle for rewriting and translation. Each word has at most 64
// positions, so the truth values of a formula are the bits of one row. Operators are computed by their definitions (U:
// try every j), for all words in one pass, and cached per formula.
//
// A past formula may have another value at each visit of a position of the cycle, until it becomes periodic. The cycle
// of a lasso is therefore written down several times, and only the last copy is repeated. The oracle checks that the
// last two copies have the same values, which suffices: the value of a past operator at a position is a function of its
// value before and of the operands at this position, so it has the same values in all later copies.
//
// Regular expressions are matched by definition (regex_oracle.h) on as many positions as fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/formula.h"
#include "formula/timeline.h"
#include "oracle/regex_oracle.h"
#include "support/words.h"

namespace weir::test {

class WordOracle {
 public:
  using Row = std::uint64_t;

  /// All finite words of 1 to `length` letters over `atoms`; and λ.
  static WordOracle finite(const std::vector<std::string>& atoms, std::size_t length);
  /// All lassos with |prefix| <= `prefix` and |cycle| <= `cycle`, the cycle written down `rounds` times. Past operators
  /// need two more rounds than are nested.
  static WordOracle infinite(const std::vector<std::string>& atoms, std::size_t prefix, std::size_t cycle,
                             std::size_t rounds = 1);
  /// The given lassos.
  static WordOracle lassos(const std::vector<std::string>& atoms, const std::vector<LassoWord>& lassos,
                           std::size_t rounds);

  /// Returns whether words are long enough for the regular expressions of `f`.
  bool can_judge(Formula f);
  /// For each word, the positions at which `f` holds: bit i for position i. Requires can_judge(f).
  const std::vector<Row>& truth(Formula f);
  bool holds(Formula f, std::size_t word) { return (truth(f)[word] & 1) != 0; }
  /// Whether f and g agree at every position of every word.
  bool equivalent(Formula f, Formula g) { return truth(f) == truth(g); }
  /// Whether g holds wherever f does.
  bool implies(Formula f, Formula g);

  std::size_t words() const { return words_.size(); }
  /// A word on which f and g differ, for messages.
  std::string difference(Formula f, Formula g);
  ValuedWord word(std::size_t i) const;

 private:
  struct Shape {
    Word letters;                            ///< with all rounds of the cycle
    std::optional<std::size_t> cycle_start;  ///< of the last round
    bool lambda = false;
    std::size_t rounds = 1;
  };
  void add_lasso(const LassoWord& lasso, std::size_t rounds);
  Row next(std::size_t word, Row bits, bool at_end) const;
  Row past(std::size_t word, Formula f, Row a, Row b) const;
  Row with_regex(std::size_t word, Formula f);
  std::vector<Row> compute(Formula f);
  const RegexAutomaton& automaton(Regex r);
  /// The letter at a position, also beyond those written down.
  std::size_t place(const Shape& word, std::size_t position) const;

  std::vector<std::string> atoms_;
  std::vector<Shape> words_;
  std::unordered_map<Formula, std::vector<Row>> truth_;
  std::unordered_map<Regex, RegexAutomaton> automata_;
  std::size_t longest_ = 0, longest_cycle_ = 1;
};

}  // namespace weir::test
