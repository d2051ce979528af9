// SPDX-License-Identifier: Apache-2.0
// The textbook construction of a generalised Büchi automaton from the Fischer–Ladner closure of a formula. A state is a
// consistent set of subformulas and negated subformulas that hold from here; there is one acceptance set per until. It
// is always exponential, couvreur.h only in the worst case. It shares no code with the other translators and serves as
// their test oracle and for teaching.
#pragma once

#include <cstdint>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "formula/formula.h"

namespace weir {

struct ClosureOptions {
  std::uint32_t max_states = 1U << 12;  ///< limit on consistent sets, which are compared pairwise
};

/// Translates any formula over the atoms of `space`. Marks are on states: all edges of a state carry the same marks.
/// Only reachable states are kept. Fails if there are too many consistent sets.
Expected<Automaton> closure_automaton(Formula f, const AtomSpacePtr& space, const ClosureOptions& options = {});

}  // namespace weir
