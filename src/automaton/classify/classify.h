// SPDX-License-Identifier: Apache-2.0
// Decides exactly which kind of property an automaton recognises. All functions take the automaton of the property and
// the automaton of its negation, which must accept exactly the complement.
//
// The safety–progress hierarchy (Manna and Pnueli, "A Hierarchy of Temporal Properties", PODC 1990):
//   safety       its closure (the trimmed automaton, every run accepting) is no larger
//   guarantee    the negation is a safety property
//   obligation   a weak deterministic automaton exists (obligation.h)
//   recurrence   a deterministic Büchi automaton exists: a deterministic parity automaton is "Büchi-type" (Krishnan,
//                Puri, Brayton, "Deterministic ω-automata vis-a-vis deterministic Büchi automata", ISAAC 1994):
//                every accepting cycle has an edge that lies on no rejecting cycle
//   persistence  the negation is a recurrence property
//   reactivity   everything
// Stutter invariance: Michaud and Duret-Lutz, "Practical Stutter-Invariance Checks for ω-Regular Languages" (SPIN
// 2015): no word has two stutterings of which one is in the language and one is not.
#pragma once

#include <optional>

#include "automaton/automaton.h"
#include "automaton/transform/complement.h"

namespace weir {

struct PropertyClass {
  bool safety = false;
  bool guarantee = false;
  bool obligation = false;
  bool recurrence = false;
  bool persistence = false;

  /// The smallest class: `safety` (even if it is also a guarantee), `guarantee`, ..., `reactivity`.
  const char* name() const;
};

/// Returns nothing if it takes too long. `limit` bounds the states of determinisation.
std::optional<PropertyClass> classify(const Automaton& property, const Automaton& negation,
                                      std::uint32_t limit = 1 << 14);

bool is_safety(const Automaton& property, const Automaton& negation);
/// Returns whether a deterministic Büchi automaton exists. Throws LimitReached.
bool is_recurrence(const Automaton& property, std::uint32_t limit = 1 << 14);
/// Returns whether a deterministic co-Büchi automaton exists. Throws LimitReached.
bool is_persistence(const Automaton& property, std::uint32_t limit = 1 << 14);

/// Returns nothing if it takes too long.
std::optional<bool> is_stutter_invariant(const Automaton& property, const Automaton& negation);

/// Determinism of a formula as defined in the 1989 report (section 5): compares the deterministic automaton of its
/// finite words, read as a Büchi automaton (states in which a word may end are accepting), with the formula's infinite
/// words. Returns a word on which they differ, with the automaton as left side, or nothing if they agree. Only words
/// over the `possible` letters are considered: with mutually exclusive events, more formulas are deterministic.
std::optional<Difference> buchi_reading_difference(const Automaton& finite, const Automaton& property,
                                                   const Automaton& negation, Bdd possible = kBddTrue);

}  // namespace weir
