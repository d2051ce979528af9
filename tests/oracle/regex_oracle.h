// SPDX-License-Identifier: Apache-2.0
// Regular expressions by definition, without derivatives.
//
// RegexMatches: which parts of a word are in r, by the inductive definition of each operator on positions i..j.
// RegexAutomaton: an explicit automaton of r over all letters, composed operator by operator, for the one question that
// a word alone does not answer: can its beginning be extended to a word of r?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formula/regex.h"
#include "support/words.h"

namespace weir::test {

/// Of one word of at most 63 positions.
class RegexMatches {
 public:
  /// `letter` gives the positions at which a letter holds: bit i for position i.
  RegexMatches(std::size_t length, std::function<std::uint64_t(Formula)> letter)
      : length_(length), letter_(std::move(letter)) {}

  /// The ends of the words of r that start at position i: bit j if positions i..j-1 are in r.
  std::uint64_t ends(Regex r, std::size_t i) { return all(r)[i]; }

 private:
  using Ends = std::vector<std::uint64_t>;  ///< by start, 0 to length
  const Ends& all(Regex r);
  Ends compute(Regex r);
  Ends concatenated(const Ends& left, const Ends& right) const;
  Ends fused(const Ends& left, const Ends& right) const;

  std::size_t length_;
  std::function<std::uint64_t(Formula)> letter_;
  std::unordered_map<Regex, Ends> known_;
};

/// Letters are Boolean formulas over `atoms`.
class RegexAutomaton {
 public:
  RegexAutomaton(Regex r, const std::vector<std::string>& atoms);

  /// Deterministic: from a state by a letter, a state; 0 if no continuation is in r.
  std::uint32_t initial() const { return initial_; }
  std::uint32_t next(std::uint32_t state, Letter letter) const { return next_[state][letter]; }
  /// Whether the word read is in r; it has at least one letter.
  bool accepts(std::uint32_t state) const { return accepts_[state]; }
  std::size_t states() const { return next_.size(); }

 private:
  std::uint32_t initial_ = 0;
  std::vector<std::vector<std::uint32_t>> next_;
  std::vector<bool> accepts_;
};

/// Whether a Boolean formula over `atoms` holds at a letter.
bool holds_at(Formula f, Letter letter, const std::vector<std::string>& atoms);

}  // namespace weir::test
