// SPDX-License-Identifier: Apache-2.0
// Vacuity: why a property that holds may say nothing about the model. The left side of an implication never holds, the
// formula is true of everything, or there was nothing that it had to be true of.
//
// What a search has seen tells something only if it has seen enough: one that was cut short, or that needed no more
// than one state, says nothing here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "automaton/limits.h"
#include "formula/formula.h"
#include "search/space/observed_letters.h"

namespace weir {

/// An exhaustive search that found no failing run: how many states it had, and the letters (bits in the order of the
/// formula's atoms).
struct SearchedLetters {
  std::uint64_t states = 0;
  const ObservedLetters& letters;
};

std::vector<std::string> vacuity_warnings(Formula formula, const std::vector<std::string>& atoms,
                                          const SearchedLetters& searched);

/// Whether the formula is true of every finite word but, perhaps, the empty one; false also where that is too much work
/// to tell.
bool holds_of_every_finite_word(Formula formula, const ConstructionLimits& limits);

}  // namespace weir
