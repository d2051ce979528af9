// SPDX-License-Identifier: Apache-2.0
#include "automaton/transform/complement.h"

#include "automaton/transform/determinize.h"
#include "automaton/transform/product.h"

namespace weir {

Automaton complement(const Automaton& automaton, std::uint32_t limit) {
  Automaton result = completed(determinized(automaton, limit));
  result.set_name("");
  if (result.words() == Words::Finite) {
    for (Automaton::State s = 0; s < result.state_count(); ++s) result.set_accepts_end(s, !result.accepts_end(s));
  } else {
    result.set_acceptance(result.mark_count(), result.acceptance().negated());
  }
  return result;
}

std::optional<WitnessWord> word_in_left_only(const Automaton& left, const Automaton& right, std::uint32_t limit) {
  return accepted_word(intersection(left, complement(right, limit)));
}

std::optional<Difference> difference(const Automaton& left, const Automaton& right, std::uint32_t limit) {
  auto only_left = word_in_left_only(left, right, limit);
  auto only_right = word_in_left_only(right, left, limit);
  const auto length = [](const WitnessWord& word) { return word.prefix.size() + word.cycle.size(); };
  if (only_left && (!only_right || length(*only_left) <= length(*only_right))) return Difference{*only_left, true};
  if (only_right) return Difference{*only_right, false};
  return std::nullopt;
}

}  // namespace weir
