// SPDX-License-Identifier: Apache-2.0
// Letters seen through an expanded function: which letters leave the same function behind.
#pragma once

#include <cstdint>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "automaton/bdd.h"
#include "automaton/property_automaton.h"

namespace weir {

/// States are not named after formulas with more nodes than this: the names would outgrow the automaton.
inline constexpr std::size_t kLongestName = 256;

/// All letters that leave `rest` of a function when its propositions are bound.
struct LetterClass {
  Bdd rest;
  Bdd label;
};

/// Splits `f`, whose propositions are the atoms of its AtomSpace and lie on top, by letter: the labels partition all
/// letters.
std::vector<LetterClass> letter_classes(BddManager& bdds, Bdd f);

/// The whole of an automaton that is made on demand, over an alphabet of mutually exclusive events: letter by letter,
/// so that combinations of events, which never happen, cost nothing. An event's label is the event and none of the
/// others. The alphabet must be the atoms of `property`, in their order.
Expected<Automaton> over_events(PropertyAutomaton& property, Words words, const AtomSpacePtr& space,
                                std::uint32_t max_states, bool name_states);

}  // namespace weir
