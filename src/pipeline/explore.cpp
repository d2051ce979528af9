// SPDX-License-Identifier: Apache-2.0
// weir explore: enumerates the reachable states of a model. It runs the searches of `check` on a space without defects,
// which counts.
#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include <weir/weir.h>

#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/graph/export_graph.h"
#include "pipeline/graph/space_statistics.h"
#include "pipeline/interruption.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/save/checkpoint.h"
#include "pipeline/save/saving_grace.h"
#include "search/parallel/parallel_reachability.h"
#include "search/reachability/on_line.h"
#include "search/reachability/queue_search.h"
#include "search/reachability/reachability.h"
#include "search/space/counting_space.h"
#include "store/stores.h"

namespace weir {
namespace {

bool wants_graph(const ExploreOptions& options) {
  return !options.dot_file.empty() || !options.aut_file.empty() || !options.hoa_file.empty();
}

bool is_saved(const ExploreOptions& options) {
  return !options.checkpoint.file.empty() || !options.checkpoint.resume.empty();
}

/// Why --stats cannot be given with the other options; empty if it can.
Diagnostics examine_statistics(const ExploreOptions& options) {
  if (!options.stats) return {};
  const StoreKind& kind = store_kind(options.store);
  if (!options.reduce.is_none()) return {{.message = "--stats describes the whole state space, without --reduce"}};
  if (!(kind.traits.exact && kind.traits.has_ids))
    return {{.message = "--stats needs the store " + stores_that_keep_states() + ", not '" + kind.name + "'"}};
  if (options.search != SearchOrder::BreadthFirst)
    return {{.message = "--stats counts states by depth, so it needs --search bfs"}};
  if (is_saved(options)) return {{.message = "--checkpoint and --resume do not support --stats"}};
  return {};
}

/// Why the options are incompatible; empty if they are not.
Diagnostics examine(const ExploreOptions& options) {
  const StoreKind& kind = store_kind(options.store);
  if (!options.reduce.is_none() && wants_graph(options))
    return {{.message = "the state graph can only be exported without --reduce"}};
  if (kind.traits.may_forget) {
    return {{.message = std::string("explore counts each state once, so it cannot use the store '") + kind.name +
                        "', which forgets states"}};
  }
  if (wants_graph(options) && !(kind.traits.exact && kind.traits.has_ids)) {
    return {{.message = "exporting the state graph needs the store " + stores_that_keep_states() + ", not '" +
                        kind.name + "'"}};
  }
  if (Diagnostics wrong = examine_statistics(options); !wrong.empty()) return wrong;
  if (!is_saved(options)) return {};
  if (options.search == SearchOrder::Random)
    return {{.message = "--checkpoint and --resume do not support --search random"}};
  if (wants_graph(options)) return {{.message = "--checkpoint and --resume do not support exporting the state graph"}};
  const std::string why = obstacle_to_checkpoint(kind.traits);
  return why.empty() ? Diagnostics() : Diagnostics{{.message = why}};
}

std::string obstacle_to_threads(const ExploreOptions& options) {
  if (is_saved(options)) return "a search that is saved uses one thread";
  if (wants_graph(options)) return "the state graph is exported by one thread";
  if (options.stats) return "statistics of the state space are computed by one thread";
  if (options.search == SearchOrder::DepthFirst)
    return "--search dfs takes one path after the other; several threads search breadth-first";
  return parallel_obstacle(store_kind(options.store), options.search);
}

/// One exploration: the space and the counts.
class Exploration {
 public:
  Exploration(TransitionSystem& system, const ExploreOptions& options, RunCheckpoint* checkpoint)
      : system_(system),
        options_(options),
        kind_(store_kind(options.store)),
        checkpoint_(checkpoint),
        budget_(run_budget(options.memory_limit)) {}

  Expected<ExploreResult> run(ThreadPlan threads, Observer* observer) {
    StopFlag stop;
    const Watchdog watchdog(stop, options_.time_limit, interruption(observer));
    SavingGrace grace(checkpoint_ != nullptr, options_.time_limit, observer);
    cut_ = checkpoint_ != nullptr ? &grace.late : &stop;
    const LimitedExpansions limited(system_, {cut_, &budget_});
    if (Diagnostics problems = reduce(); !problems.empty()) return problems;
    if (!renew_store())
      return Diagnostic{.message = std::string("the memory limit is too small for the store '") + kind_.name + "'"};
    // A state limit is exact, and several threads would exceed it slightly.
    if (threads.chosen && options_.max_states > 0) threads.threads = 1;
    SearchLimits limits{options_.max_depth, options_.max_states, options_.time_limit, &stop, cut_};
    const SearchJob job{
        .alone = [this](SearchControl& control) { return alone(control); },
        .together = [this](WorkCrew& crew, SharedStore& store,
                           SearchControl& control) { return together(crew, store, control); },
        .forget = [this] { renew_store(); },
    };
    PlannedSearch found = search_as_planned(threads, limits, budget_, kind_, observer, "", job);
    if (checkpoint_ != nullptr && checkpoint_->damaged()) return checkpoint_->damage();
    if (const std::string broken = reductions_.broken_promise(); !broken.empty()) return Diagnostic{.message = broken};
    return result_of(found);
  }

 private:
  /// Reductions that preserve deadlocks and violated assertions, as `check` selects them.
  Diagnostics reduce() {
    CheckOptions asked;
    asked.reduce = options_.reduce;
    ReductionQuestion question;
    question.defects = true;
    Expected<ChosenReductions> reductions = choose_reductions(system_, asked, question, checkpoint_);
    if (!reductions) return reductions.error();
    reductions_ = std::move(*reductions);
    return {};
  }

  bool renew_store() {
    store_.reset();  // frees its memory for the new one
    store_ = kind_.make(budget_, {});
    return store_ != nullptr;
  }

  DefectResult alone(SearchControl& control) {
    renew_store();
    if (options_.stats) return measure(control);
    CountingSpace space(reductions_.searched(system_), *cut_);
    const auto search = [&] {
      if (!kind_.traits.has_ids && options_.search == SearchOrder::BreadthFirst)
        return DefectResult{.search = visit_breadth_first(space, *store_, control), .found = {}};
      if (!kind_.traits.has_ids) return OnLineSearch(space, *store_, control).run(Defect::BadState);
      Reachability reachability(space, *store_, control, options_.search);
      reachability.keeps_parents = false;
      DefectResult found = reachability.run(Defect::BadState);
      // The level beyond the depth limit was found, but is not counted.
      if (control.truncated()) found.search.stats.states = reachability.expanded();
      return found;
    };
    const auto saved_with_it = [&](Archive& archive) {
      reductions_.serialize(archive);
      space.serialize(archive);
    };
    DefectResult found = resumable(checkpoint_, control, space, saved_with_it, search);
    counts_ = space.counts();
    return found;
  }

  DefectResult measure(SearchControl& control) {
    MeasuredSpace measured = measure_space(system_, *store_, control, *cut_, Components::Wanted);
    counts_ = measured.counts;
    statistics_ = std::move(measured.statistics);
    return {.search = std::move(measured.search), .found = {}};
  }

  DefectResult together(WorkCrew& crew, SharedStore& store, SearchControl& control) {
    std::vector<const CountingSpace*> spaces;
    const auto make_space = [&](unsigned) {
      auto space = std::make_unique<CountingSpace>(reductions_.searched(system_), *cut_);
      spaces.push_back(space.get());
      return space;
    };
    ParallelReachability search(crew, make_space, store, control);
    search.levels().forget_levels();
    DefectResult found = search.run(Defect::BadState);
    if (control.truncated()) found.search.stats.states = search.levels().expanded();
    counts_ = {};
    for (const CountingSpace* space : spaces) {
      counts_.transitions += space->counts().transitions;
      counts_.deadlocks += space->counts().deadlocks;
    }
    return found;
  }

  Expected<ExploreResult> result_of(const PlannedSearch& found) {
    const SearchResult& search = found.result.search;
    ExploreResult result;
    result.stats = search.stats;
    result.stats.transitions = counts_.transitions;
    result.stats.states_generated = result.stats.stored_peak = result.stats.states;
    result.deadlocks = counts_.deadlocks;
    result.statistics = std::move(statistics_);
    if (search.outcome == SearchResult::Outcome::Stopped) {
      result.reason = stop_reason(search);
    } else if (!kind_.traits.exact) {
      result.reason = "approximate store";
    }
    result.complete = result.reason.empty();
    result.store = found.store ? *found.store : store_->form().value_or(kind_.value);
    result.guarantee = store_->guarantee();
    result.reduce = reductions_.used;
    result.executor = reductions_.executor();
    if (result.executor.empty()) result.executor = describe_executor(system_);
    if (checkpoint_ != nullptr) result.warnings = checkpoint_->notes(!result.complete);
    if (wants_graph(options_) && !result.complete)
      result.warnings.push_back({.severity = Diagnostic::Severity::Warning,
                                 .message = "the state graph was not written because the exploration is not complete"});
    if (wants_graph(options_) && result.complete) {
      Diagnostics errors = export_graph(system_, *store_, options_, *cut_);
      if (!errors.empty()) return errors;
      result.complete = !cut_->raised();
      if (!result.complete)
        result.reason = std::string(reason_text(cut_->reason())) + " while the state graph was written";
    }
    return result;
  }

  TransitionSystem& system_;
  const ExploreOptions& options_;
  const StoreKind& kind_;
  RunCheckpoint* checkpoint_;
  MemoryBudget budget_;
  ChosenReductions reductions_;
  std::unique_ptr<StateStore> store_;  ///< for one thread
  CountingSpace::Counts counts_;
  std::optional<SpaceStatistics> statistics_;
  StopFlag* cut_ = nullptr;  ///< during a search: raised when expansions may be incomplete
};

Expected<ExploreResult> explore_from(const Model& model, TransitionSystem& system, const ExploreOptions& options,
                                     Observer* observer) {
  if (Diagnostics wrong = examine(options); !wrong.empty()) return wrong;
  // All states are visited in any case, so with -j all threads start at once.
  const std::optional<std::uint64_t> alone = options.threads != 0 ? std::optional<std::uint64_t>(0) : std::nullopt;
  Expected<ThreadPlan> threads = plan_threads(options.threads, obstacle_to_threads(options), alone);
  if (!threads) return threads.error();
  auto checkpoint = RunCheckpoint::open(
      options.checkpoint, is_saved(options) ? RunIdentity::of_exploration(model, system, options) : RunIdentity());
  if (!checkpoint) return checkpoint.error();
  return Exploration(system, options, checkpoint->get()).run(*threads, observer);
}

}  // namespace

Expected<ExploreResult> explore(TransitionSystem& system, const ExploreOptions& options, Observer* observer) {
  return explore_from(Model(), system, options, observer);
}

Expected<ExploreResult> explore(const std::string& model_path, const ExploreOptions& options, Observer* observer) {
  if (Diagnostics wrong = examine(options); !wrong.empty()) return wrong;  // before a large model is read
  const auto start = std::chrono::steady_clock::now();
  Expected<Model> model = open_model(model_path, options.model);
  if (!model) return model.error();
  ExploreOptions rest = options;
  rest.time_limit =
      time_left(options.time_limit, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  Expected<ExploreResult> result = explore_from(*model, *model->system, rest, observer);
  if (result) {
    result->model = model_path;
    result->warnings.insert(result->warnings.begin(), model->warnings.begin(), model->warnings.end());
  }
  return result;
}

}  // namespace weir
