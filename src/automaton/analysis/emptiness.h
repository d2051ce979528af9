// SPDX-License-Identifier: Apache-2.0
// Emptiness of an explicit automaton with any Emerson–Lei acceptance, with a witness.
//
// Baier, Blahoudek, Duret-Lutz, Klein, Müller, Strejček, "Generic Emptiness Check for Fun and Profit" (ATVA 2019): a
// strongly connected component whose marks satisfy the condition holds an accepting cycle; otherwise a Fin(m) is
// chosen, and the component is searched again without the edges marked m (m is then finitely often) and with Fin(m) =
// false. Linear where the condition has no Fin, exponential in their number at worst (the problem is NP-complete).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "automaton/analysis/scc_info.h"
#include "automaton/automaton.h"

namespace weir {

/// A word: prefix, then cycle for ever; on finite words the cycle is empty. Each letter is a label, of which every
/// letter will do.
struct WitnessWord {
  std::vector<Bdd> prefix;
  std::vector<Bdd> cycle;
};
/// `a & !b; cycle{b}`, on finite words `a; b` (the empty word is ``).
std::string word_text(const AtomSpace& space, const WitnessWord& word);

/// A strongly connected set of edges that, taken all for ever, is accepting: the edges between `states` without marks
/// in `without`.
struct AcceptingPart {
  std::vector<Automaton::State> states;
  MarkSet without;
};
/// Looks inside a component that is not trivial; the condition need not be the automaton's own.
std::optional<AcceptingPart> accepting_part(const Automaton& automaton, const SccInfo::Component& component,
                                            const Acceptance& condition);

bool is_empty(const Automaton& automaton);
/// A word that the automaton accepts; of a finite-word automaton, a shortest one.
std::optional<WitnessWord> accepted_word(const Automaton& automaton);

}  // namespace weir
