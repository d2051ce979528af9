// SPDX-License-Identifier: Apache-2.0
// Evaluates formulas on all small words at once: an oracle for rewriting and translation. Each word has at most eight
// positions, so the truth values of a formula are the bits of one byte. Operators are computed by their definitions (U:
// try every j), for all words in one pass, and cached per formula.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/formula.h"
#include "formula/timeline.h"
#include "support/words.h"

namespace weir::test {

class WordOracle {
 public:
  /// All finite words of 1 to `length` (at most 8) letters over `atoms`; and λ.
  static WordOracle finite(const std::vector<std::string>& atoms, std::size_t length);
  /// All lassos with |prefix| <= `prefix` and |cycle| <= `cycle` (together at most 8).
  static WordOracle infinite(const std::vector<std::string>& atoms, std::size_t prefix, std::size_t cycle);

  /// For each word, the positions at which `f` holds: bit i for position i.
  const std::vector<std::uint8_t>& truth(Formula f);
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
    Word letters;
    std::optional<std::size_t> cycle_start;
    bool lambda = false;
  };
  std::uint8_t next(std::size_t word, std::uint8_t bits, bool at_end) const;
  std::vector<std::uint8_t> compute(Formula f);

  std::vector<std::string> atoms_;
  std::vector<Shape> words_;
  std::unordered_map<Formula, std::vector<std::uint8_t>> truth_;
};

}  // namespace weir::test
