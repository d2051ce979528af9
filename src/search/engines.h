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

struct EngineTraits {
  Decides decides = Decides::GeneralizedBuchi;
  bool needs_ids = false;      ///< needs a store with ids: exact or tree
  bool on_the_fly = false;     ///< stops at the first failing cycle, before all states are known
  bool breadth_first = false;  ///< generates states breadth-first; otherwise depth-first
  bool can_be_saved = false;   ///< can be saved and resumed (search_saver.h)
};

/// A second row of the same Emptiness is its breadth-first form, with its own name in reports.
struct EngineKind : Choice<Emptiness>, EngineTraits {
  SearchResult (*run)(SearchSpace& space, StateStore& store, SearchControl& control);
};

std::span<const EngineKind> engines();
/// For messages: the names of the engines that have a property, "couvreur, weak and terminal".
std::string engines_where(bool (*has)(const EngineKind& engine), const char* last = " and ");
/// Not for Emptiness::Auto. Breadth-first if the engine has such a form.
const EngineKind& engine_kind(Emptiness emptiness, bool breadth_first = false);

/// Why the engine cannot decide this; empty if it can.
std::string unsuitable(const EngineKind& engine, const Acceptance& acceptance, const StoreTraits& store,
                       Strength strength = Strength::Strong);
/// The engine used by default: `terminal` and `weak` for such automata, otherwise Couvreur's if it is suitable, and
/// nested search on stores without ids.
const EngineKind& default_engine(const Acceptance& acceptance, const StoreTraits& store,
                                 Strength strength = Strength::Strong, bool breadth_first = false);

}  // namespace weir
