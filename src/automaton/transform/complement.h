// SPDX-License-Identifier: Apache-2.0
// Complement, inclusion and equivalence. A deterministic automaton is complemented by completing it and negating its
// condition; others are determinised first (determinize.h).
#pragma once

#include <optional>

#include "automaton/analysis/emptiness.h"
#include "automaton/automaton.h"

namespace weir {

/// Accepts exactly the words that `automaton` rejects; deterministic and complete. Throws LimitReached.
Automaton complement(const Automaton& automaton, std::uint32_t limit = 1 << 16);

/// Returns a word that `left` accepts and `right` rejects (a shortest one on finite words), or nothing.
std::optional<WitnessWord> word_in_left_only(const Automaton& left, const Automaton& right,
                                             std::uint32_t limit = 1 << 16);
inline bool included(const Automaton& left, const Automaton& right) { return !word_in_left_only(left, right); }

struct Difference {
  WitnessWord word;
  bool left_accepts = false;
};
/// Returns a word that exactly one of both accepts (a shortest one on finite words), or nothing if they are equivalent.
std::optional<Difference> difference(const Automaton& left, const Automaton& right, std::uint32_t limit = 1 << 16);

}  // namespace weir
