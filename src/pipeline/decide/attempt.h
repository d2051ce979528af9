// SPDX-License-Identifier: Apache-2.0
// The data of a decision: the run it belongs to (CheckContext), the options for deciding the question (Plan), and one
// attempt (Attempt) with everything chosen for the search and its result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/memory/memory_budget.h"
#include "model/program_system.h"
#include "pipeline/decide/coverage.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/prepare/property.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/save/checkpoint.h"
#include "pipeline/save/saving_grace.h"
#include "search/kernel/search.h"
#include "store/stores.h"

namespace weir {

/// Shared by all decisions of one run.
struct CheckContext {
  TransitionSystem& system;
  Observer* observer = nullptr;
  StopFlag* stop = nullptr;  ///< raised at the time limit or on an interrupt; never null in a decision
  Coverage* coverage = nullptr;
  RunCheckpoint* checkpoint = nullptr;
  /// Called with the result of one of several properties while the others are still being concluded. May be empty.
  std::function<void(const Property&, const PropertyResult&)> concluded = {};
};

/// The options for deciding a question: the user's, or others for a second attempt.
struct Plan {
  CheckOptions options;
  double seconds_used = 0;   ///< of --time, by earlier attempts
  std::uint64_t memory = 0;  ///< bytes; 0: as the options say
  /// With --fair strong: the processes that runs found by earlier attempts are unfair to.
  std::vector<std::uint32_t> starved = {};
};

struct ChosenStore {
  const StoreKind* kind = nullptr;
  StoreOptions options = {};
};

/// One attempt to decide a question.
struct Attempt {
  Attempt(const CheckContext& whole, Plan how);

  const CheckContext& context;
  const Plan plan;
  const CheckOptions& options = plan.options;
  TransitionSystem& system = context.system;
  MemoryBudget budget;
  /// The limits apply to expansions of the model. An incomplete expansion cannot be saved, so a search that is saved
  /// gets some extra time to end between two expansions.
  SavingGrace grace;
  StopFlag stop;  ///< of this attempt: an expansion that does not fit into memory ends this attempt only
  StopFlag* cut;  ///< raised: expansions may be incomplete
  LimitedExpansions limited;

  ChosenStore chosen;
  std::unique_ptr<StateStore> store;  ///< of a search with one thread
  ChosenReductions reductions;
  ThreadPlan threads;
  PlannedSearch found;

  /// Raised: the search may have seen incomplete expansions.
  const StopFlag& search_cut() const { return saved() ? grace.late : stop; }
  bool saved() const { return context.checkpoint != nullptr; }
  const TransitionSystem& searched() const { return reductions.searched(system); }
  /// The program of the searched system; nullptr if it is none, or is watched.
  const Program* searched_program() const;
  SearchLimits limits() const;
  /// The limits for building the automaton of a property.
  ConstructionLimits construction_limits() const;
  /// Makes an empty store of the chosen kind. Returns false if it does not fit into the memory limit.
  bool renew_store();
};

/// The number of bytes that a search may use.
std::uint64_t memory_limit_of(const Plan& plan);
/// The store selected by the options.
Expected<ChosenStore> choose_store(const CheckOptions& options, TransitionSystem& system);
/// The size of the largest state on a walk along first successors, because states grow when processes are created.
std::uint64_t largest_state(TransitionSystem& system);

}  // namespace weir
