// SPDX-License-Identifier: Apache-2.0
// What a decision works with: the run it belongs to (CheckContext), how the question is put (Plan), and one try at it
// (Attempt), with everything that was chosen for the search and what the search found.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/memory/memory_budget.h"
#include "model/program_system.h"
#include "pipeline/decide/coverage.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/save/checkpoint.h"
#include "pipeline/save/saving_grace.h"
#include "search/kernel/search.h"
#include "store/stores.h"

namespace weir {

/// What the decisions of one run share.
struct CheckContext {
  TransitionSystem& system;
  Observer* observer = nullptr;
  StopFlag* stop = nullptr;  ///< raised when the time is up or the user interrupts; never null in a decision
  Coverage* coverage = nullptr;
  RunCheckpoint* checkpoint = nullptr;
};

/// How a question is put: as the user asks, and again in another way where that cannot be carried out.
struct Plan {
  CheckOptions options;
  double seconds_used = 0;   ///< of --time, by what came before
  std::uint64_t memory = 0;  ///< bytes; 0: what the options grant
};

struct ChosenStore {
  const StoreKind* kind = nullptr;
  StoreOptions options = {};
};

/// One try at a question.
struct Attempt {
  Attempt(const CheckContext& whole, Plan how);

  const CheckContext& context;
  const Plan plan;
  const CheckOptions& options = plan.options;
  TransitionSystem& system = context.system;
  MemoryBudget budget;
  /// Expansions of the model obey the limits. One that was cut short cannot be saved, so a search that is saved gets a
  /// moment to end between two expansions first.
  SavingGrace grace;
  StopFlag* const cut;  ///< raised: expansions may be incomplete
  LimitedExpansions limited;

  ChosenStore chosen;
  std::unique_ptr<StateStore> store;  ///< of a search with one thread
  ChosenReductions reductions;
  ThreadPlan threads;
  PlannedSearch found;

  bool saved() const { return context.checkpoint != nullptr; }
  const TransitionSystem& searched() const { return reductions.searched(system); }
  SearchLimits limits() const;
  /// For the automaton of a property.
  ConstructionLimits construction_limits() const;
  /// Makes an empty store of the chosen kind. False: it does not fit into the memory granted.
  bool renew_store();
};

/// Bytes that a search may use.
std::uint64_t memory_limit_of(const Plan& plan);
/// The store that the options ask for.
Expected<ChosenStore> choose_store(const CheckOptions& options, const TransitionSystem& system);
/// Bytes of the largest state on a walk along first successors: states grow when processes are created.
std::uint64_t largest_state(const TransitionSystem& system);

}  // namespace weir
