// SPDX-License-Identifier: Apache-2.0
// Emptiness of an explicit automaton with any Emerson–Lei acceptance, with a witness: a word through a component that
// accepts (scc_info.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "automaton/automaton.h"

namespace weir {

/// A word: prefix, then cycle for ever; on finite words the cycle is empty. Each position is a label:
/// any of its letters may stand there.
struct WitnessWord {
  std::vector<Bdd> prefix;
  std::vector<Bdd> cycle;
};
/// `a & !b; cycle{b}`, on finite words `a; b` (the empty word is ``).
std::string word_text(const AtomSpace& space, const WitnessWord& word);

bool is_empty(const Automaton& automaton);
/// A word that the automaton accepts; of a finite-word automaton, a shortest one.
std::optional<WitnessWord> accepted_word(const Automaton& automaton);

}  // namespace weir
