// SPDX-License-Identifier: Apache-2.0
// The table of all searches for a failing cycle, by the names of the command line: what each needs, and how it is run.
// Validation, help and the cross tests iterate it; a new engine is one more row.
#pragma once

#include <span>
#include <string>
#include <string_view>

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

struct EngineKind {
  const char* name;
  const char* summary;
  Decides decides;
  bool needs_ids;      ///< a store that numbers its states: exact or tree
  bool on_the_fly;     ///< stops at the first failing cycle, before all states are known
  bool breadth_first;  ///< generates states breadth-first; otherwise depth-first
  bool can_be_saved;   ///< left and taken up again (search_saver.h)
  SearchResult (*run)(SearchSpace& space, StateStore& store, SearchControl& control);
};

std::span<const EngineKind> engines();
/// Their names, for a message.
std::string engines_that_can_be_saved();
/// Null: there is no engine of this name.
const EngineKind* find_engine(std::string_view name);

/// Why the engine cannot decide this; empty: it can.
std::string unsuitable(const EngineKind& engine, const Acceptance& acceptance, const StoreTraits& store,
                       Strength strength = Strength::Strong);
/// The engine chosen when the user does not: what suffices for terminal and weak automata; otherwise Couvreur's where
/// it fits, nested search for stores without numbers.
const EngineKind& default_engine(const Acceptance& acceptance, const StoreTraits& store,
                                 Strength strength = Strength::Strong, bool breadth_first = false);

}  // namespace weir
