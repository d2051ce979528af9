// SPDX-License-Identifier: Apache-2.0
// One function per kind of question: set up the space, choose store and engine, search, conclude. check.cpp tells the
// story around them. Diagnostics mean that the question cannot be put this way (exit 2), never that the search failed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/memory/memory_budget.h"
#include "counterexample/certify.h"
#include "counterexample/describe.h"
#include "model/program_system.h"
#include "pipeline/decide/coverage.h"
#include "pipeline/prepare/property.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/save/checkpoint.h"
#include "search/kernel/search.h"
#include "store/stores.h"

namespace weir {

/// What every decision needs to know.
struct CheckContext {
  TransitionSystem& system;
  const CheckOptions& options;
  Observer* observer = nullptr;
  StopFlag* stop = nullptr;  ///< raised when the time is up or the user interrupts; never null in a decision
  double seconds_used = 0;   ///< before this property
  Coverage* coverage = nullptr;
  RunCheckpoint* checkpoint = nullptr;
  std::uint64_t granted = 0;  ///< bytes for a second try: as many as the first one had; 0: this is the first

  /// For a second try, after so many seconds and with so many bytes. The options must live as long.
  CheckContext again(const CheckOptions& others, double seconds, std::uint64_t bytes) const {
    return {system, others, observer, stop, seconds_used + seconds, coverage, checkpoint, bytes};
  }
};

/// Assertions and deadlock together in one search of the model by itself; results in the order of `properties`.
Expected<std::vector<PropertyResult>> decide_defects(const CheckContext& context,
                                                     const std::vector<const Property*>& properties);
/// Formulas, never claims and automata on infinite runs.
Expected<PropertyResult> decide_infinite(const CheckContext& context, const Property& property);
/// Of a formula on infinite runs: whether some beginning of a run fails whatever follows, or asks for an atom where it
/// has no value. Searches of infinite runs miss this where nothing but a run-time error follows.
Expected<PropertyResult> decide_beginnings(const CheckContext& context, const Property& property);
/// Formulas on finite computations.
Expected<PropertyResult> decide_finite(const CheckContext& context, const Property& property);

// Shared by the deciders (decide.cpp).

/// How the reason begins where a translation gave up.
inline constexpr const char* kAutomatonTooLarge = "the automaton of the property grew too large";

PropertyResult result_for(const Property& property);
/// Makes expansions of the model obey the limits of a decision, as long as the result lives. A search that is saved
/// must not keep an expansion that was cut short, so there nothing is limited.
LimitedExpansions limit_expansions(const CheckContext& context, MemoryBudget& memory);
SearchLimits limits_of(const CheckContext& context);
/// Why this must be searched by one thread; empty: it need not. For a run that is saved that is always so.
std::string one_thread_because(const CheckContext& context, const std::string& obstacle);
/// Bytes that a search may use.
std::uint64_t memory_limit_of(const CheckOptions& options);
inline std::uint64_t memory_limit_of(const CheckContext& context) {
  return context.granted != 0 ? context.granted : memory_limit_of(context.options);
}
/// For the automaton of the property.
ConstructionLimits construction_limits(const CheckContext& context);

struct ChosenStore {
  const StoreKind* kind = nullptr;
  bool grows = false;  ///< exact that becomes tree: what `auto` stands for
  StoreOptions options;
  /// Of the store that several threads share instead.
  const char* shared_name() const { return grows ? "auto" : kind->name; }
};
Expected<ChosenStore> choose_store(const CheckContext& context);
Expected<std::unique_ptr<StateStore>> make_store(const ChosenStore& chosen, MemoryBudget& budget);
/// Its name as it is now.
std::string name_of(const ChosenStore& chosen, const StateStore& store);

/// A run that a search says fails: it becomes a counterexample only if it can be certified. Otherwise weir itself is
/// wrong: the verdict stays inconclusive and the reason is a report of an internal error.
void conclude_violated(const CheckContext& context, const Run& run, const Accusation& accusation,
                       const Description& description, PropertyResult& result);
/// The property was not decided because a limit ended the construction of its automaton; nothing if `problems` are
/// about the question itself.
std::optional<PropertyResult> undecided(const CheckContext& context, const Property& property,
                                        const Diagnostics& problems);
/// The reason of a verdict, where `limit` ended the construction of an automaton.
std::string limit_reason(const CheckContext& context, const Diagnostic& limit);
/// A counterexample that does not stand: an error of weir, unless a limit was reached while it was sought.
void withdraw(const CheckContext& context, const std::string& problem, PropertyResult& result);
/// A search that ended without a failing run. The only place where a verdict becomes Holds: everything was seen, and
/// the store never mistook a new state for a known one.
void conclude_without_run(const SearchResult& search, const StateStore& store, PropertyResult& result);

}  // namespace weir
