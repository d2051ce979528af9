// SPDX-License-Identifier: Apache-2.0
#include "search/engines.h"

#include <vector>

#include "base/assert.h"
#include "search/emptiness/couvreur.h"
#include "search/emptiness/emerson_lei.h"
#include "search/emptiness/lossy_weak.h"
#include "search/emptiness/nested_dfs.h"
#include "search/emptiness/single_dfs.h"
#include "search/emptiness/tarjan_owcty.h"
#include "search/emptiness/terminal.h"
#include "store/stores.h"

namespace weir {

namespace {

template <class Search, auto... kArguments>
SearchResult run_as(SearchSpace& space, StateStore& store, SearchControl& control) {
  return Search(space, store, control, kArguments...).run();
}

SearchResult run_weak(SearchSpace& space, StateStore& store, SearchControl& control) {
  return store.traits().has_ids ? run_as<SingleSearch, SingleSearch::Cycles::Accepting>(space, store, control)
                                : run_as<LossyWeakSearch>(space, store, control);
}

}  // namespace

std::span<const EngineKind> engines() {
  static constexpr EngineKind kTable[] = {
      {{Emptiness::Couvreur, "couvreur", "strongly connected components on the fly, any number of acceptance sets"},
       {.decides = Decides::GeneralizedBuchi, .needs_ids = true, .on_the_fly = true, .can_be_saved = true},
       run_as<CouvreurSearch>},
      {{Emptiness::Tarjan, "tarjan", "the whole product first, then its components; any acceptance"},
       {.decides = Decides::Everything, .needs_ids = true, .breadth_first = true},
       run_as<TarjanSearch>},
      {{Emptiness::Ndfs, "ndfs", "nested depth-first search, one acceptance set after the other; any store"},
       {.decides = Decides::GeneralizedBuchi, .on_the_fly = true},
       run_as<NestedSearch>},
      {{Emptiness::Owcty, "owcty", "the whole product first, then elimination of states without predecessor (OWCTY)"},
       {.decides = Decides::GeneralizedBuchi, .needs_ids = true, .breadth_first = true},
       run_as<OwctySearch>},
      {{Emptiness::EmersonLei, "emerson-lei",
        "components on the fly, each decomposed; any acceptance, strong fairness"},
       {.decides = Decides::Everything, .needs_ids = true, .on_the_fly = true},
       run_as<EmersonLeiSearch>},
      {{Emptiness::Weak, "weak", "one depth-first search without marks, for weak automata; any store"},
       {.decides = Decides::Weak, .on_the_fly = true, .can_be_saved = true},
       run_weak},
      {{Emptiness::Terminal, "terminal", "plain reachability, for terminal automata; any store"},
       {.decides = Decides::Terminal, .on_the_fly = true, .can_be_saved = true},
       run_as<TerminalSearch>},
      {{Emptiness::Terminal, "terminal-bfs", "plain reachability breadth-first, for terminal automata"},
       {.decides = Decides::Terminal,
        .needs_ids = true,
        .on_the_fly = true,
        .breadth_first = true,
        .can_be_saved = true},
       run_as<TerminalSearch, SearchOrder::BreadthFirst>},
      {{Emptiness::NonterminalCycle, "nonterminal-cycle",
        "a cycle of non-terminal states, for --translator derivative"},
       {.decides = Decides::CoBuchi, .needs_ids = true, .on_the_fly = true, .can_be_saved = true},
       run_as<SingleSearch, SingleSearch::Cycles::Unmarked>},
  };
  return kTable;
}

template <>
std::span<const Choice<Emptiness>> choices() {
  static const std::vector<Choice<Emptiness>> rows = [] {
    std::vector<Choice<Emptiness>> made{{Emptiness::Auto, "auto", "chosen by the property and the store"}};
    for (const EngineKind& engine : engines())
      if (engine.value != made.back().value) made.push_back(engine);
    return made;
  }();
  return rows;
}

std::string engines_where(bool (*has)(const EngineKind& engine), const char* last) {
  std::vector<std::string> names;
  for (const EngineKind& engine : engines()) {
    const std::string name = name_of(engine.value);
    if (has(engine) && (names.empty() || names.back() != name)) names.push_back(name);
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) text += (i == 0 ? "" : i + 1 == names.size() ? last : ", ") + names[i];
  return text;
}

const EngineKind& engine_kind(Emptiness emptiness, bool breadth_first) {
  const EngineKind* found = nullptr;
  for (const EngineKind& engine : engines())
    if (engine.value == emptiness && (found == nullptr || engine.breadth_first == breadth_first)) found = &engine;
  WEIR_ASSERT(found != nullptr, "every emptiness check but auto has a row");
  return *found;
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
           "; strong fairness and general automata need " +
           engines_where([](const EngineKind& other) { return other.decides == Decides::Everything; }, " or ");
  }
  if (engine.decides == Decides::CoBuchi && !is_co_buchi(acceptance)) {
    return name + " works only with --translator derivative";
  }
  if ((engine.decides == Decides::Weak && strength == Strength::Strong) ||
      (engine.decides == Decides::Terminal && strength != Strength::Terminal)) {
    const char* const wanted = engine.decides == Decides::Weak ? "weak" : "terminal";
    return name + " needs a property whose automaton is " + wanted +
           "; this one is not, or is not known completely (fairness, --translator couvreur, a large formula)";
  }
  if (engine.needs_ids && !store.has_ids) {
    return name + " needs a store that keeps every state (" + stores_that_keep_states() + "); only " +
           engines_where([](const EngineKind& other) { return !other.needs_ids; }) + " do not";
  }
  return {};
}

const EngineKind& default_engine(const Acceptance& acceptance, const StoreTraits& store, Strength strength,
                                 bool breadth_first) {
  const auto chosen = [&] {
    if (strength == Strength::Terminal) return Emptiness::Terminal;
    if (breadth_first) return Emptiness::Tarjan;
    if (strength == Strength::Weak) return Emptiness::Weak;
    if (is_co_buchi(acceptance)) return Emptiness::NonterminalCycle;
    if (!acceptance.generalized_buchi_sets()) return Emptiness::EmersonLei;
    return store.has_ids ? Emptiness::Couvreur : Emptiness::Ndfs;
  };
  return engine_kind(chosen(), breadth_first);
}

}  // namespace weir
