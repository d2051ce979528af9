// SPDX-License-Identifier: Apache-2.0
#include "formula/regex_matches.h"

#include <unordered_set>

#include "formula/regex_semantics.h"

namespace weir {

RegexMatches regex_matches(const Timeline& timeline, Regex r, std::size_t position, const StopFlag* stop) {
  constexpr std::size_t kMostSteps = 100'000;
  RegexMatches result;
  result.last = {position, 0};
  LivingRegexes living;
  std::unordered_set<std::uint64_t> seen;  // pairs of expression and position
  for (std::size_t step = 0; step < kMostSteps && (stop == nullptr || !stop->raised()); ++step) {
    const std::size_t here = result.last.position;
    if (!seen.insert(std::uint64_t{r.id()} << 32 | here).second) {
      result.end = RegexMatches::End::GoesOn;
      return result;
    }
    r = derivative(r, [&](Formula letter) { return letter_holds(timeline, letter, here); });
    if (r.accepts_empty_word()) result.ends.push_back(result.last);
    if (r.is(Regex::Kind::EmptyWord) || !living.lives(r)) {
      result.end = RegexMatches::End::Dies;
      return result;
    }
    const auto next = timeline.successor(here);
    if (!next) {
      result.end = RegexMatches::End::WordEnds;
      return result;
    }
    result.last = {*next, result.last.rounds + (*next <= here ? 1 : 0)};
  }
  return result;
}

}  // namespace weir
