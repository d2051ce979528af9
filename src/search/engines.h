// SPDX-License-Identifier: Apache-2.0
// The table of all searches for a failing cycle: what each needs, and how it is run. Validation, help and the cross
// tests iterate it; a new engine is one enumerator (Emptiness) and one row.
#pragma once

#include <span>
#include <string>

#include <weir/catalogue.h>

#include "search/kernel/search.h"

namespace weir {

/// The acceptance conditions an engine decides.
enum class Decides : std::uint8_t {
  GeneralizedBuchi,  ///< Inf(0) & Inf(1) & ...; weak fairness is of this kind
  CoBuchi,           ///< Fin(0)
  Everything,        ///< any Emerson–Lei condition; strong fairness needs it
  Weak,              ///< any condition on an automaton that is known to be weak
  Terminal,          ///< any condition on an automaton that is known to be terminal
};

/// A second row of the same Emptiness is its breadth-first form, with a name of its own in reports.
struct EngineKind : Choice<Emptiness> {
  Decides decides;
  bool needs_ids;      ///< a store that numbers its states: exact or tree
  bool on_the_fly;     ///< stops at the first failing cycle, before all states are known
  bool breadth_first;  ///< generates states breadth-first; otherwise depth-first
  bool can_be_saved;   ///< left and taken up again (search_saver.h)
  SearchResult (*run)(SearchSpace& space, StateStore& store, SearchControl& control);
};

std::span<const EngineKind> engines();
/// For messages: the names of the engines that have a property, "couvreur, weak and terminal".
std::string engines_where(bool (*has)(const EngineKind& engine), const char* last = " and ");
/// Not for Emptiness::Auto. Breadth-first if the engine has such a form.
const EngineKind& engine_kind(Emptiness emptiness, bool breadth_first = false);

/// Why the engine cannot decide this; empty: it can.
std::string unsuitable(const EngineKind& engine, const Acceptance& acceptance, const StoreTraits& store,
                       Strength strength = Strength::Strong);
/// The engine chosen when the user does not: what suffices for terminal and weak automata; otherwise Couvreur's where
/// it fits, nested search for stores without numbers.
const EngineKind& default_engine(const Acceptance& acceptance, const StoreTraits& store,
                                 Strength strength = Strength::Strong, bool breadth_first = false);

}  // namespace weir
