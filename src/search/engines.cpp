// SPDX-License-Identifier: Apache-2.0
#include "search/engines.h"

#include "search/emptiness/couvreur.h"
#include "search/emptiness/emerson_lei.h"
#include "search/emptiness/lossy_weak.h"
#include "search/emptiness/nested_dfs.h"
#include "search/emptiness/single_dfs.h"
#include "search/emptiness/tarjan_owcty.h"
#include "search/emptiness/terminal.h"

namespace weir {

std::span<const EngineKind> engines() {
  static const EngineKind table[] = {
      {"couvreur", "strongly connected components on the fly, any number of acceptance sets", Decides::GeneralizedBuchi,
       true, true, false, true,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return CouvreurSearch(space, store, control).run();
       }},
      {"ndfs", "nested depth-first search, one acceptance set after the other; any store", Decides::GeneralizedBuchi,
       false, true, false, false,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return NestedSearch(space, store, control).run();
       }},
      {"tarjan", "the whole product first, then its components; any acceptance", Decides::Everything, true, false, true,
       false,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return TarjanSearch(space, store, control).run();
       }},
      {"owcty", "the whole product first, then one-way elimination", Decides::GeneralizedBuchi, true, false, true,
       false,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return OwctySearch(space, store, control).run();
       }},
      {"emerson-lei", "components on the fly, each decomposed; any acceptance, strong fairness", Decides::Everything,
       true, true, false, false,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return EmersonLeiSearch(space, store, control).run();
       }},
      {"nonterminal-cycle", "a cycle of non-terminal states, for --translator derivative", Decides::CoBuchi, true, true,
       false, true,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return SingleSearch(space, store, control, SingleSearch::Cycles::Unmarked).run();
       }},
      {"weak", "one depth-first search without marks, for weak automata; any store", Decides::Weak, false, true, false,
       true,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return store.traits().has_ids ? SingleSearch(space, store, control, SingleSearch::Cycles::Accepting).run()
                                       : LossyWeakSearch(space, store, control).run();
       }},
      {"terminal", "plain reachability, for terminal automata; any store", Decides::Terminal, false, true, false, true,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return TerminalSearch(space, store, control).run();
       }},
      {"terminal-bfs", "plain reachability breadth-first, for terminal automata", Decides::Terminal, true, true, true,
       true,
       [](SearchSpace& space, StateStore& store, SearchControl& control) {
         return TerminalSearch(space, store, control, Order::BreadthFirst).run();
       }},
  };
  return table;
}

std::string engines_that_can_be_saved() {
  std::string names;
  for (const EngineKind& engine : engines()) {
    if (engine.can_be_saved) names += (names.empty() ? "" : ", ") + std::string(engine.name);
  }
  return names;
}

const EngineKind* find_engine(std::string_view name) {
  for (const EngineKind& engine : engines()) {
    if (name == engine.name) return &engine;
  }
  return nullptr;
}

namespace {
bool is_co_buchi(const Acceptance& acceptance) {
  return acceptance.op() == Acceptance::Op::Fin && acceptance.mark() == 0;
}
}  // namespace

std::string unsuitable(const EngineKind& engine, const Acceptance& acceptance, const StoreTraits& store,
                       Strength strength) {
  const std::string name = engine.name;
  if (engine.decides == Decides::GeneralizedBuchi && !acceptance.generalized_buchi_sets()) {
    return name + " decides generalised Büchi acceptance only, not " + acceptance.to_string() +
           "; strong fairness and general automata need emerson-lei or tarjan";
  }
  if (engine.decides == Decides::CoBuchi && !is_co_buchi(acceptance)) {
    return name + " is the search of --translator derivative";
  }
  if ((engine.decides == Decides::Weak && strength == Strength::Strong) ||
      (engine.decides == Decides::Terminal && strength != Strength::Terminal)) {
    const char* const wanted = engine.decides == Decides::Weak ? "weak" : "terminal";
    return name + " is for properties whose automaton is " + wanted +
           "; this one is not, or is not known as a whole (fairness, --translator couvreur, a formula too large)";
  }
  if (engine.needs_ids && !store.has_ids) {
    return name + " needs a store that keeps every state (exact or tree); only ndfs, weak and terminal do without";
  }
  return {};
}

const EngineKind& default_engine(const Acceptance& acceptance, const StoreTraits& store, Strength strength,
                                 bool breadth_first) {
  if (strength == Strength::Terminal) return *find_engine(breadth_first ? "terminal-bfs" : "terminal");
  if (breadth_first) return *find_engine("tarjan");
  if (strength == Strength::Weak) return *find_engine("weak");
  if (is_co_buchi(acceptance)) return *find_engine("nonterminal-cycle");
  if (!acceptance.generalized_buchi_sets()) return *find_engine("emerson-lei");
  return *find_engine(store.has_ids ? "couvreur" : "ndfs");
}

}  // namespace weir
