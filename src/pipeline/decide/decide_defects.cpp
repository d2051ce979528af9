// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "pipeline/decide/bounded_heap.h"
#include "pipeline/decide/decide.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/prepare/reductions.h"
#include "search/parallel/parallel_reachability.h"
#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"
#include "search/reachability/sleep_search.h"
#include "search/space/model_space.h"
#include "store/exact_store.h"

namespace weir {
namespace {

Defect defect_of(const Property& property) {
  return property.kind == PropertyKind::Deadlock ? Defect::Deadlock : Defect::Fault;
}

Expected<Order> order_of(const CheckOptions& options) {
  if (options.shortest || options.search == "bfs") return Order::BreadthFirst;
  if (options.search == "dfs") return Order::DepthFirst;
  if (options.search == "random") return Order::Random;
  return Diagnostic{.message = "there is no search order `" + options.search + "`; there are dfs, bfs, random"};
}

const char* name_of(Order order) {
  switch (order) {
    case Order::DepthFirst: return "dfs";
    case Order::BreadthFirst: return "bfs";
    case Order::Random: return "random";
  }
  return "dfs";
}

/// A depth-first search happens on long runs. Where a shortest one is found at once, it is shown instead.
void prefer_shortest(const CheckContext& context, DefectFound& found) {
  constexpr std::size_t kShort = 20;
  constexpr std::uint64_t kStates = 200'000;
  constexpr double kSeconds = 1;
  if (found.run.size() <= kShort) return;
  MemoryBudget budget(memory_limit_of(context));
  ExactStore store(budget);
  SearchControl control(budget, {.max_states = kStates, .seconds = kSeconds, .stop = context.stop}, context.observer);
  ModelSpace space(context.system);
  auto shortest = unless_cut_short(
      control, [&] { return Reachability(space, store, control, Order::BreadthFirst).run(found.defect); });
  if (shortest && !shortest->found.empty()) found.run = std::move(shortest->found.front().run);
}

}  // namespace

Expected<std::vector<PropertyResult>> decide_defects(const CheckContext& context,
                                                     const std::vector<const Property*>& properties) {
  Expected<Order> order = order_of(context.options);
  if (!order) return order.error();
  Expected<ChosenStore> chosen = choose_store(context);
  if (!chosen) return chosen.error();
  const bool numbered = chosen->kind->traits.has_ids;
  if (!numbered && *order != Order::DepthFirst) {
    return Diagnostic{.message = std::string("--store ") + chosen->kind->name +
                                 " keeps no states to search from breadth-first or at random; use exact or tree"};
  }
  const std::string obstacle = context.options.cache_entries_given
                                   ? "--cache-entries is for one thread"
                                   : parallel_obstacle(context.options.store, context.options.search);
  MemoryBudget budget(memory_limit_of(context));
  const auto limited = limit_expansions(context, budget);
  Expected<std::unique_ptr<StateStore>> store = make_store(*chosen, budget);
  if (!store) return store.error();

  Defect wanted = Defect::None;
  std::string names;
  for (const Property* property : properties) {
    wanted = wanted | defect_of(*property);
    names += (names.empty() ? "" : ", ") + property->name;
  }
  ReductionQuestion question;
  question.defects = true;
  question.deadlock_only = wanted == Defect::Deadlock;
  question.shortest = context.options.shortest;
  question.depth_first = *order == Order::DepthFirst;
  question.keeps_notes = numbered || chosen->kind->traits.may_forget;
  question.forgets = chosen->kind->traits.may_forget;
  Expected<ChosenReductions> reductions =
      choose_reductions(context.system, context.options, question, context.checkpoint);
  if (!reductions) return reductions.error();
  Expected<ThreadPlan> plan = plan_threads(
      context.options.threads,
      one_thread_because(context, obstacle.empty() && reductions->sleep ? "sleep sets are for one thread" : obstacle));
  if (!plan) return plan.error();
  if (context.checkpoint != nullptr && reductions->sleep) {
    return Diagnostic{.message = "--checkpoint and --resume are not for sleep sets; use --reduce auto, none or por"};
  }
  const TransitionSystem& system = reductions->searched(context.system);
  ModelSpace space = model_space_of(*reductions, context.system);
  const auto renew = [&] {
    store->reset();
    store = make_store(*chosen, budget);
  };
  std::uint64_t errors_met = 0;
  const auto companions = [&](Archive& archive) {
    std::uint64_t errors = errors_met + space.errors_met();
    archive.value(errors);
    if (archive.loading()) errors_met = errors;
    reductions->transfer(archive);
    if (context.coverage != nullptr) context.coverage->transfer(archive, context.system, reductions->system.get());
  };
  auto searched = search_as_planned(
      *plan, limits_of(context), budget, chosen->shared_name(), context.observer, names,
      [&](SearchControl& control) -> DefectResult {
        renew();
        if (reductions->sleep) return SleepSearch(space, *reductions->system, **store, control).run(wanted);
        if (!numbered) return OnLineSearch(space, **store, control).run(wanted);
        return resumable(context.checkpoint, control, space, companions, [&] {
          Reachability reachability(space, **store, control, *order, context.options.seed);
          reachability.chooses = reductions->system && reductions->system->proviso_by_search();
          return reachability.run(wanted);
        });
      },
      [&](WorkCrew& crew, SharedStore& shared, SearchControl& control) {
        std::vector<const ModelSpace*> spaces;
        const auto make_space = [&](unsigned) {
          auto own = std::make_unique<ModelSpace>(system);
          spaces.push_back(own.get());
          return own;
        };
        ParallelReachability search(crew, make_space, shared, control);
        DefectResult found = search.run(wanted);
        for (const ModelSpace* own : spaces) errors_met += own->errors_met();
        return found;
      },
      renew);
  if (context.checkpoint != nullptr && context.checkpoint->damaged()) return context.checkpoint->damage();
  DefectResult& outcome = searched.result;
  if (searched.threads > 1) order = Order::BreadthFirst;
  if (const std::string broken = reductions->broken_promise(); !broken.empty()) {
    if (context.options.reduce != "auto" || !context.options.symmetry.empty()) return Diagnostic{.message = broken};
    CheckOptions plain = context.options;
    plain.reduce = "none";
    store->reset();
    return decide_defects(context.again(plain, outcome.search.stats.seconds, budget.limit()), properties);
  }
  if (const auto again = with_bounded_heap(context.options, context.system, outcome.search, budget.limit());
      again && outcome.found.empty() && context.checkpoint == nullptr) {
    store->reset();
    return decide_defects(context.again(*again, outcome.search.stats.seconds, budget.limit()), properties);
  }
  if (context.coverage != nullptr) {
    const bool deadlocks_only = reductions->system && reductions->system->may_ignore();
    const bool all = outcome.search.outcome == SearchResult::Outcome::Exhausted && (*store)->traits().exact;
    context.coverage->add(reductions->system.get(), all && !deadlocks_only);
  }
  std::vector<bool> refined;
  for (DefectFound& found : outcome.found) {
    refined.push_back(refine_run(*reductions, found.run, found.defect == Defect::Fault));
    if (refined.back() && *order != Order::BreadthFirst) prefer_shortest(context, found);
  }

  std::vector<PropertyResult> results;
  for (const Property* property : properties) {
    PropertyResult result = result_for(*property);
    result.stats = outcome.search.stats;
    result.engine.emptiness = name_of(*order);
    result.engine.store = searched.store.empty() ? name_of(*chosen, **store) : searched.store;
    result.engine.threads = searched.threads;
    result.engine.reduce = reductions->names;
    result.engine.left_out = reductions->left_out;
    result.engine.executor = reductions->executor();
    const Defect defect = defect_of(*property);
    const auto found = std::find_if(outcome.found.begin(), outcome.found.end(),
                                    [&](const DefectFound& candidate) { return candidate.defect == defect; });
    if (found != outcome.found.end() && !refined[static_cast<std::size_t>(found - outcome.found.begin())]) {
      withdraw(context, "it is a run of the reduced model only", result);
    } else if (found != outcome.found.end()) {
      Accusation accusation;
      accusation.kind = defect == Defect::Deadlock ? Accusation::Kind::Deadlock : Accusation::Kind::Fault;
      conclude_violated(context, found->run, accusation, {}, result);
      if (result.has_counterexample) {
        const auto& prefix = result.counterexample.prefix;
        result.counterexample.explanation = defect == Defect::Deadlock
                                                ? "The run ends in a state without successors that is no valid end."
                                                : prefix[prefix.size() - 2].step.fault;
      }
    } else {
      conclude_without_run(outcome.search, **store, result);
      if (defect == Defect::Deadlock && (wanted & Defect::Fault) == Defect::None && space.errors_met() + errors_met > 0)
        result.warnings.push_back("some runs end in a run-time error of the model; --assertions shows one");
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace weir
