// SPDX-License-Identifier: Apache-2.0
// Vacuity: why a property that holds may say nothing about the model. The left side of an implication never holds, the
// formula is valid, or there was nothing to check.
//
// The letters of a search prove something only if it saw enough: a search that was cut short or visited a single state
// gives no warnings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "automaton/limits.h"
#include "formula/formula.h"
#include "search/space/observed_letters.h"

namespace weir {

/// The result of an exhaustive search without failing run: the number of states, and the letters (bits in the order of
/// the formula's atoms).
struct SearchedLetters {
  std::uint64_t states = 0;
  const ObservedLetters& letters;
};

std::vector<std::string> vacuity_warnings(Formula formula, const std::vector<std::string>& atoms,
                                          const SearchedLetters& searched);

/// Whether the formula is true of every non-empty finite word. Returns false if that takes too long to decide.
bool holds_of_every_finite_word(Formula formula, const ConstructionLimits& limits);

}  // namespace weir
