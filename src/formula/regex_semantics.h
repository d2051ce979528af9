// SPDX-License-Identifier: Apache-2.0
// Truth values of operators with a regular expression along a word, by derivatives: the positions at which a word of r
// that starts at position i ends are those after which the derivative of r accepts the empty word. A pair of expression
// and position has one successor, so the values of all positions are computed in one pass over these pairs.
#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>

#include "formula/regex.h"
#include "formula/timeline.h"

namespace weir {

/// Tells which expressions accept some word. Letters are formulas over atoms that may have any values, or past
/// formulas, which count as atoms. Exact for expressions with at most 12 of these; larger ones count as living.
class LivingRegexes {
 public:
  bool lives(Regex r);

 private:
  std::unordered_map<Regex, bool> known_;
};

/// What a walk through the derivatives concludes. Each function receives the position at hand.
struct RegexVerdicts {
  std::function<bool(std::size_t)> decides_at_match;  ///< a word ends here: does that decide?
  bool value_if_decided = true;
  bool value_if_dead = false;  ///< no further word can end
  bool value_at_end = false;   ///< the letters end, and further words could have ended later
  bool value_on_cycle = false;
};

/// Returns whether a letter of an expression, or of one of its derivatives, holds at a position of the timeline. A
/// derivative may join letters by `&` and `|`; these have no row.
bool letter_holds(const Timeline& timeline, Formula letter, std::size_t position);

/// Evaluates r from each position. The letters of r have rows in the timeline.
class RegexWalk {
 public:
  RegexWalk(const Timeline& timeline, RegexVerdicts verdicts) : timeline_(timeline), verdicts_(std::move(verdicts)) {}
  bool value(Regex r, std::size_t position);

 private:
  struct Place {
    Regex regex;
    std::size_t position;
    friend bool operator==(const Place&, const Place&) = default;
  };
  struct PlaceHash {
    std::size_t operator()(const Place& place) const noexcept;
  };

  Regex step(Regex r, std::size_t position);

  const Timeline& timeline_;
  RegexVerdicts verdicts_;
  LivingRegexes living_;
  std::unordered_map<Place, bool, PlaceHash> known_;
};

namespace semantics_detail {

/// How the end of the letters counts.
enum class WordEnd {
  Definite,  ///< the word ends, or goes round its cycle
  Seen,      ///< true only if the letters alone show it
  Possible,  ///< false only if the letters alone show it
};
/// Fills the row of an operator with a regular expression, or of the negation of a closure. Returns false for others.
bool fill_regex_row(Timeline& timeline, Formula g, WordEnd end);
/// Fills the row of a past operator. Returns false for others.
bool fill_past_row(Timeline& timeline, Formula g);

}  // namespace semantics_detail
}  // namespace weir
