// SPDX-License-Identifier: Apache-2.0
// The textbook construction of a generalised Büchi automaton from the Fischer–Ladner closure of a formula: a state is a
// consistent set of subformulas and negated subformulas, those that hold from here; there is one acceptance set per
// until. It is exponential always, where couvreur.h is so at worst, and shares nothing with it: it is the witness
// against which the other translators are tested, and good for teaching.
#pragma once

#include <cstdint>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "formula/formula.h"

namespace weir {

struct ClosureOptions {
  std::uint32_t max_states = 1U << 12;  ///< of consistent sets, which are compared pairwise
};

/// The automaton over the atoms of `space`, any formula. Marks are on states: all edges of a state carry the same ones.
/// Only states reachable from the initial one are kept. Refused if there are too many consistent sets.
Expected<Automaton> closure_automaton(Formula f, const AtomSpacePtr& space, const ClosureOptions& options = {});

}  // namespace weir
