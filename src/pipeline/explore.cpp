// SPDX-License-Identifier: Apache-2.0
// explore: enumerates the reachable states of a model. Breadth-first search on a store with ids needs no queue: states
// are numbered in the order in which they are found, so the queue is the store itself. Other searches keep the states
// that wait in memory taken from the same budget. No search recurses.
#include <weir/weir.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <random>

#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/graph/explore_parallel.h"
#include "pipeline/graph/export_graph.h"
#include "pipeline/graph/waiting_states.h"
#include "pipeline/interruption.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/refusal.h"
#include "pipeline/save/checkpoint.h"
#include "store/growing_store.h"
#include "store/stores.h"

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;

const char* limit_reached(const StopFlag& flag) {
  switch (flag.reason()) {
    case StopFlag::Reason::Time: return "time limit reached";
    case StopFlag::Reason::Memory: return "memory limit reached";
    default: return "interrupted";
  }
}

/// Where an exploration is saved, and what is saved with it.
struct Saving {
  RunCheckpoint* checkpoint = nullptr;  ///< null: nowhere
  Serializer companions;
};

class Explorer {
 public:
  Explorer(const TransitionSystem& system, StateStore& store, MemoryBudget& budget, const ExploreOptions& options,
           Observer* observer, const Saving& saving, const StopFlag& cut)
      : system_(system),
        store_(store),
        budget_(budget),
        options_(options),
        observer_(observer),
        checkpoint_(saving.checkpoint),
        companions_(saving.companions),
        cut_(cut),
        stack_(budget) {}

  /// Runs to the end, or to the first limit.
  void run() {
    if (checkpoint_ != nullptr) {
      if (checkpoint_->recall([this](Archive& archive) { serialize_result(archive); })) return;
      checkpoint_->begin([](Archive&) {});
      next_save_ = checkpoint_->seconds_between_saves();
    }
    if (take_up()) search();
    finish();
    if (checkpoint_ != nullptr) {
      checkpoint_->end(stopped_.empty(), [this](Archive& archive) { serialize_result(archive); });
    }
  }

  void serialize(Archive& archive) {
    serialize_result(archive);
    archive.value(depth_);
    archive.value(next_);
    archive.value(level_end_);
    const StateTest is_state = [this](StateView state) { return system_.is_state(state); };
    stack_.serialize(archive, is_state);
    weir::serialize(archive, store_, is_state);
    archive.require(next_ <= store_.size() && next_ <= level_end_ && level_end_ <= store_.size());
  }

  ExploreResult result;

 private:
  void serialize_result(Archive& archive) {
    companions_(archive);
    weir::serialize(archive, result.stats);
    archive.value(result.deadlocks);
    archive.value(result.reason);
    archive.value(result.complete);
    double so_far = seconds();
    archive.seconds(so_far);
    if (archive.loading()) before_ = so_far;
  }

  /// Loads what was saved, or begins. False: it cannot be loaded.
  bool take_up() {
    begun_ = checkpoint_ != nullptr && checkpoint_->has_state();
    if (!begun_) {
      system_.initial_states(buffer_);
      return true;
    }
    const Archive::State loaded = checkpoint_->load([this](Archive& archive) { serialize(archive); });
    next_save_ = seconds() + checkpoint_->seconds_between_saves();
    return loaded == Archive::State::Good || stop("memory limit reached");
  }

  void search() {
    if (options_.search != "bfs") return depth_first();
    if (store_.traits().has_ids) return breadth_first_by_id();
    breadth_first();
  }

  void finish() {
    // Each state is entered once: when it is new to the store.
    result.stats.states = result.stats.states_generated = result.stats.stored_peak = store_.size();
    result.stats.memory_bytes = peak_;
    result.stats.seconds = seconds();
    result.complete = result.reason.empty();
  }

  /// Where the search could be left and taken up again. False: it ends here.
  bool pause() {
    if (!save_due_) return true;
    save_due_ = false;
    const double start = seconds();
    checkpoint_->save([this](Archive& archive) { serialize(archive); });
    next_save_ = seconds() + std::max(checkpoint_->seconds_between_saves(), 9 * (seconds() - start));
    return then_.empty() || stop(then_);
  }
  bool stop_or_save(const char* reason) {
    if (checkpoint_ == nullptr) return stop(reason);
    then_ = reason;
    save_due_ = true;
    return true;
  }

  static constexpr std::size_t kGroup = StateStore::kGroupStates;
  struct Successors {
    SuccessorBuffer states;
    LookupBatch batch;
  };

  void breadth_first_by_id() {
    if (!begun_) {
      if (!offer(0)) return;
      level_end_ = store_.size();
    }
    // A few states at a time: their successors then wait for the store's memory together.
    Successors successors;
    std::array<StateView, kGroup> sources;
    while (next_ < store_.size() && pause()) {
      if (next_ == level_end_) {
        ++depth_;
        level_end_ = store_.size();
      }
      const std::size_t count = std::min<std::size_t>(kGroup, level_end_ - next_);
      store_.read_group(StateId{static_cast<std::uint32_t>(next_)}, {sources.data(), count});
      if (!expand_group({sources.data(), count}, successors)) return;
    }
  }

  /// The successors of all states go into one buffer.
  bool expand_group(std::span<const StateView> sources, Successors& all) {
    const std::size_t count = sources.size();
    std::array<std::size_t, kGroup> ends;
    all.states.clear();
    system_.successors_of(sources, all.states, ends.data());
    if (was_cut()) return false;
    store_.prepare_group(all.states, {ends.data(), count}, all.batch);
    store_.prefetch_all(all.batch);
    std::array<bool, kGroup> deadlock;
    for (std::size_t i = 0; i < count; ++i)
      deadlock[i] = ends[i] == (i == 0 ? 0 : ends[i - 1]) && !system_.may_end(sources[i]);
    const std::uint64_t before = store_.size();
    const bool as_a_whole = !watched(all.states, depth_ + 1);
    if (as_a_whole) store_.insert_prepared(all.states, all.batch, inserted_, depth_ + 1);
    for (std::size_t i = 0; i < count; ++i, ++next_) {
      const std::size_t begin = i == 0 ? 0 : ends[i - 1];
      result.stats.transitions += ends[i] - begin;
      result.deadlocks += deadlock[i];
      if (as_a_whole) {
        if (ends[i] > begin && inserted_[ends[i] - 1].full()) return stop("memory limit reached");
      } else if (!offer_one_by_one(all.states, begin, ends[i], depth_ + 1)) {
        return false;
      }
      if (!go_on(store_.size() - next_ - 1)) return false;
    }
    if (as_a_whole) note_depth(before, depth_ + 1);
    return true;
  }

  void breadth_first() {
    StateQueue queue(budget_);
    std::uint64_t depth = 0;
    const auto enqueue = [&] {
      for (std::size_t i = 0; i < buffer_.size(); ++i) {
        if (inserted_[i].inserted() && !queue.push(buffer_.state(i))) return stop("memory limit reached");
      }
      return true;
    };
    if (!offer(0) || !enqueue()) return;
    std::uint64_t left_in_level = queue.size();
    while (queue.pop(scratch_)) {
      if (left_in_level == 0) {
        ++depth;
        left_in_level = queue.size() + 1;
      }
      --left_in_level;
      if (!expand(scratch_) || !offer(depth + 1) || !enqueue() || !go_on(queue.size())) return;
    }
  }

  /// A marker on the stack ends the successors of a state: taking it off is going back.
  void depth_first() {
    std::mt19937_64 random(1);
    std::vector<std::size_t> order;
    const auto push_all = [&] {
      order.resize(buffer_.size());
      for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
      if (options_.search == "random") std::shuffle(order.begin(), order.end(), random);
      for (std::size_t i = order.size(); i-- > 0;) {
        if (buffer_.step(order[i]).fault == Fault::RuntimeError) continue;
        if (!stack_.push(buffer_.state(order[i]))) return stop("memory limit reached");
      }
      return true;
    };
    std::uint64_t& depth = depth_;
    if (!begun_ && !push_all()) return;
    while (pause()) {
      const StateStack::Top top = stack_.pop(scratch_);
      if (top == StateStack::Top::Empty) return;
      if (top == StateStack::Top::Marker) {
        --depth;
        continue;
      }
      if (at_state_limit() && !store_.contains(scratch_)) return void(stop(state_limit()));
      const bool too_deep = options_.max_depth > 0 && depth > options_.max_depth;
      if (too_deep) {
        if (!store_.contains(scratch_)) result.reason = depth_limit();
        continue;
      }
      const Insertion insertion = store_.insert(scratch_, depth);
      if (insertion.full()) return void(stop("memory limit reached"));
      if (!insertion.inserted()) continue;
      result.stats.max_depth = std::max(result.stats.max_depth, depth);
      if (!expand(scratch_)) return;
      if (!stack_.push_marker()) return void(stop("memory limit reached"));
      ++depth;
      if (!push_all() || !go_on(stack_.size())) return;
    }
  }

  /// Fills buffer_ with the successors of a state. False: a limit was reached on the way, and some may be missing.
  bool expand(StateView state) {
    buffer_.clear();
    system_.successors(state, buffer_);
    if (was_cut()) return false;
    result.stats.transitions += buffer_.size();
    if (buffer_.empty() && !system_.may_end(state)) ++result.deadlocks;
    return true;
  }
  /// A limit was reached in the middle of an expansion: nothing that follows is saved.
  bool was_cut() { return cut_.raised() && !stop(limit_reached(cut_)); }

  /// Offers the states in buffer_ to the store. False: stop.
  bool offer(std::uint64_t depth) {
    const SuccessorBuffer& states = buffer_;
    const std::uint64_t before = store_.size();
    if (!watched(states, depth)) {
      store_.insert_all(states, inserted_, depth);
      if (!inserted_.empty() && inserted_.back().full()) return stop("memory limit reached");
    } else {
      inserted_.assign(states.size(), {});
      if (!offer_one_by_one(states, 0, states.size(), depth)) return false;
    }
    note_depth(before, depth);
    return true;
  }
  void note_depth(std::uint64_t states_before, std::uint64_t depth) {
    if (store_.size() > states_before) result.stats.max_depth = std::max(result.stats.max_depth, depth);
  }

  /// Whether a limit is near, or some of the states must not be stored.
  bool watched(const SuccessorBuffer& states, std::uint64_t depth) const {
    return (options_.max_depth > 0 && depth > options_.max_depth) ||
           (options_.max_states > 0 && store_.size() + states.size() > options_.max_states) ||
           has_runtime_error(states);
  }
  bool offer_one_by_one(const SuccessorBuffer& states, std::size_t begin, std::size_t end, std::uint64_t depth) {
    const bool too_deep = options_.max_depth > 0 && depth > options_.max_depth;
    const std::uint64_t before = store_.size();
    if (inserted_.size() < end) inserted_.resize(end);
    for (std::size_t i = begin; i < end; ++i) {
      // What is behind a step that went wrong is not a state of the model.
      if (states.step(i).fault == Fault::RuntimeError) continue;
      if (store_.contains(states.state(i))) continue;
      if (too_deep) {
        result.reason = depth_limit();
        continue;
      }
      if (at_state_limit()) return stop(state_limit());
      inserted_[i] = store_.insert(states.state(i), depth);
      if (inserted_[i].full()) return stop("memory limit reached");
    }
    note_depth(before, depth);
    return true;
  }

  static bool has_runtime_error(const SuccessorBuffer& states) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (states.step(i).fault == Fault::RuntimeError) return true;
    }
    return false;
  }

  bool at_state_limit() const { return options_.max_states > 0 && store_.size() >= options_.max_states; }
  std::string state_limit() const { return "state limit reached (" + std::to_string(options_.max_states) + ")"; }
  std::string depth_limit() const { return "depth limit reached (" + std::to_string(options_.max_depth) + ")"; }

  bool stop(std::string reason) {
    result.reason = stopped_ = std::move(reason);
    peak_ = std::max(peak_, budget_.used());
    return false;
  }

  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  double seconds() const { return before_ + elapsed(); }

  /// Called once per expanded state; looks at the clock now and then.
  bool go_on(std::uint64_t waiting) {
    peak_ = std::max(peak_, budget_.used());
    if (++expanded_ % 256 != 0) return true;
    if (observer_ != nullptr && observer_->interrupted()) return stop_or_save("interrupted");
    if (expanded_ % 4096 != 0) return true;
    const double now = elapsed();
    if (options_.time_limit > 0 && now >= options_.time_limit) return stop_or_save("time limit reached");
    if (checkpoint_ != nullptr && seconds() >= next_save_) save_due_ = true;
    if (observer_ != nullptr && now >= next_report_) {
      next_report_ = now + 0.2;
      Observer::Progress progress;
      progress.stats = result.stats;
      progress.stats.states = store_.size();
      progress.stats.seconds = seconds();
      progress.stats.memory_bytes = budget_.used();
      progress.frontier = waiting;
      progress.memory_limit = budget_.limit();
      observer_->progress(progress);
    }
    return true;
  }

  const TransitionSystem& system_;
  StateStore& store_;
  MemoryBudget& budget_;
  const ExploreOptions& options_;
  Observer* observer_;
  RunCheckpoint* checkpoint_;
  const Serializer& companions_;
  const StopFlag& cut_;  ///< raised: expansions may lack successors
  SuccessorBuffer buffer_;
  std::vector<Insertion> inserted_;
  std::vector<std::byte> scratch_;
  std::uint64_t expanded_ = 0;
  std::uint64_t peak_ = 0;
  double next_report_ = 0.2;
  Clock::time_point start_ = Clock::now();
  std::uint64_t depth_ = 0;
  std::uint64_t next_ = 0;  ///< breadth-first: the state to expand
  std::uint64_t level_end_ = 0;
  StateStack stack_;      ///< depth-first
  bool begun_ = false;    ///< taken up, not begun
  double before_ = 0;     ///< seconds, of the processes that have left it
  double next_save_ = 0;  ///< in seconds of all of them
  bool save_due_ = false;
  std::string then_;     ///< why it ends once it is saved
  std::string stopped_;  ///< why it ended before its time; the depth limit is no such reason
};

bool wants_graph(const ExploreOptions& options) {
  return !options.dot_file.empty() || !options.aut_file.empty() || !options.hoa_file.empty();
}

/// Empty: the options fit together; `kind` is then the store to use.
Diagnostics examine(const ExploreOptions& options, const StoreKind*& kind) {
  if (options.search != "bfs" && options.search != "dfs" && options.search != "random") {
    return {refusal("there is no search order '" + options.search + "'; known are bfs, dfs, random")};
  }
  if (Diagnostics unknown = unknown_reductions(options.reduce); !unknown.empty()) return unknown;
  if (options.reduce != "none" && wants_graph(options))
    return {refusal("the state graph is exported as the model makes it, without --reduce")};
  const std::string name = options.store == "auto" ? "exact" : options.store;
  kind = find_store_kind(name);
  if (kind == nullptr) return {refusal("there is no store '" + name + "'")};
  if (kind->traits.may_forget) {
    return {refusal("explore counts each state once, so it cannot use the store '" + name + "', which forgets states")};
  }
  if (wants_graph(options) && !(kind->traits.exact && kind->traits.has_ids)) {
    return {refusal("exporting the state graph needs the store exact or tree, not '" + name + "'")};
  }
  return {};
}

std::string obstacle_to_threads(const ExploreOptions& options) {
  if (wants_graph(options)) return "the state graph is exported by one thread";
  if (options.search == "dfs")
    return "--search dfs takes one path after the other; several threads search breadth-first";
  return parallel_obstacle(options.store, options.search);
}

std::unique_ptr<StateStore> make_store(const ExploreOptions& options, const StoreKind& kind, MemoryBudget& budget) {
  if (options.store != "auto") return kind.make(budget, {});
  return std::make_unique<GrowingStore>(budget, GrowingStore::exact_bytes(budget));
}

std::string obstacle_to_checkpoint(const ExploreOptions& options, const StoreKind& kind) {
  if (options.search == "random") return "--checkpoint and --resume are not for --search random";
  if (wants_graph(options)) return "--checkpoint and --resume are not for exporting the state graph";
  return obstacle_to_checkpoint(kind.traits);
}

/// One thread up to the size of a small model, several beyond.
ExploreResult explore_as_planned(const TransitionSystem& system, const ExploreOptions& options, const ThreadPlan& plan,
                                 const StoreKind& kind, std::unique_ptr<StateStore>& store, MemoryBudget& budget,
                                 Observer* observer, const Saving& saving, const StopFlag& cut) {
  const auto alone = [&](const ExploreOptions& allowed) {
    store.reset();
    store = make_store(options, kind, budget);
    Explorer explorer(system, *store, budget, allowed, observer, saving, cut);
    explorer.run();
    return std::move(explorer.result);
  };
  // Whoever limits the states wants that number, which several threads would miss by a few.
  if (plan.threads == 1 || (plan.one_first && options.max_states > 0)) return alone(options);
  ExploreResult result;
  if (plan.one_first) {
    ExploreOptions small = options;
    small.max_states = ThreadPlan::kSmallModel;
    result = alone(small);
    if (result.complete || result.stats.states < small.max_states) return result;
  }
  store.reset();
  const double seconds = result.stats.seconds;
  result = explore_in_parallel(system, options, plan.threads, seconds, budget, observer, cut);
  store = kind.make(budget, {});
  return result;
}

/// Reductions that keep a deadlock and a violated assertion if there is one, as `check` chooses them for these.
Expected<ChosenReductions> reductions_for(TransitionSystem& system, const ExploreOptions& options,
                                          RunCheckpoint* checkpoint) {
  CheckOptions asked;
  asked.reduce = options.reduce;
  ReductionQuestion question;
  question.defects = true;
  return choose_reductions(system, asked, question, checkpoint);
}

/// The same, reduced if that is asked for, and keeping the limits inside of long expansions, too.
Expected<ExploreResult> explore_within_limits(TransitionSystem& system, const ExploreOptions& options,
                                              const ThreadPlan& plan, const StoreKind& kind,
                                              std::unique_ptr<StateStore>& store, MemoryBudget& budget,
                                              Observer* observer, RunCheckpoint* checkpoint) {
  // An expansion that was cut short cannot be saved: a run that is saved gets a moment to do so between two of them.
  const double grace = checkpoint == nullptr ? 0 : 0.5;
  StopFlag cut;
  const Watchdog watchdog(cut, options.time_limit > 0 ? options.time_limit + grace : 0, interruption(observer, grace));
  const LimitedExpansions limited(program_of(system), {&cut, &budget});
  Expected<ChosenReductions> reductions = reductions_for(system, options, checkpoint);
  if (!reductions) return reductions.error();
  const Saving saving{checkpoint, [&](Archive& archive) { reductions->serialize(archive); }};
  ExploreResult result =
      explore_as_planned(reductions->searched(system), options, plan, kind, store, budget, observer, saving, cut);
  if (const std::string broken = reductions->broken_promise(); !broken.empty()) return refusal(broken);
  result.reduce = reductions->names;
  result.executor = reductions->executor();
  return result;
}

}  // namespace

namespace {

Expected<ExploreResult> explore_from(const Model& model, TransitionSystem& system, const ExploreOptions& options,
                                     Observer* observer) {
  const StoreKind* kind = nullptr;
  Diagnostics wrong = examine(options, kind);
  if (!wrong.empty()) return wrong;
  const bool saved = !options.checkpoint.file.empty() || !options.checkpoint.resume.empty();
  const std::string obstacle = saved ? "a search that is saved has one thread" : obstacle_to_threads(options);
  Expected<ThreadPlan> plan = plan_threads(options.threads, obstacle);
  if (!plan) return plan.error();
  if (const std::string why = saved ? obstacle_to_checkpoint(options, *kind) : ""; !why.empty()) return refusal(why);
  auto checkpoint = RunCheckpoint::open(options.checkpoint,
                                        saved ? RunIdentity::of_exploration(model, system, options) : RunIdentity());
  if (!checkpoint) return checkpoint.error();
  MemoryBudget budget(run_budget(options.memory_limit));
  auto store = make_store(options, *kind, budget);
  if (store == nullptr) return refusal(std::string("the memory limit is too small for the store '") + kind->name + "'");
  Expected<ExploreResult> explored =
      explore_within_limits(system, options, *plan, *kind, store, budget, observer, checkpoint->get());
  if (!explored) return explored;
  ExploreResult& result = *explored;
  if (*checkpoint != nullptr && (*checkpoint)->damaged()) return (*checkpoint)->damage();
  if (*checkpoint != nullptr) result.warnings = (*checkpoint)->notes(!result.complete);
  if (result.store.empty()) result.store = store->form() != nullptr ? store->form() : kind->name;
  if (result.executor.empty()) result.executor = describe_executor(system);
  result.guarantee = store->guarantee();
  if (!kind->traits.exact && result.complete) {
    result.complete = false;
    result.reason = "approximate store";
  }
  if (wants_graph(options) && result.complete) {
    Diagnostics errors = export_graph(system, *store, options);
    if (!errors.empty()) return errors;
  }
  return result;
}

}  // namespace

Expected<ExploreResult> explore(TransitionSystem& system, const ExploreOptions& options, Observer* observer) {
  return explore_from(Model(), system, options, observer);
}

Expected<ExploreResult> explore(const std::string& model_path, const ExploreOptions& options, Observer* observer) {
  const StoreKind* kind = nullptr;
  Diagnostics wrong = examine(options, kind);  // before a large model is read
  if (!wrong.empty()) return wrong;
  Expected<Model> model = open_model(model_path, options.model);
  if (!model) return model.error();
  Expected<ExploreResult> result = explore_from(*model, *model->system, options, observer);
  if (result) {
    result->model = model_path;
    result->warnings.insert(result->warnings.begin(), model->warnings.begin(), model->warnings.end());
  }
  return result;
}

}  // namespace weir
