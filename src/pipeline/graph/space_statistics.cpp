// SPDX-License-Identifier: Apache-2.0
#include "pipeline/graph/space_statistics.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/graph/strong_components.h"
#include "base/memory/growing_array.h"
#include "base/memory/memory_limit.h"
#include "model/expansion_limits.h"
#include "pipeline/graph/statement_counts.h"
#include "store/exact_store.h"

namespace weir {
namespace {

/// The state space of the model. It counts steps, deadlocks and statements; steps that end in a run-time error count,
/// but have no target.
class MeasuredModel final : public SearchSpace {
 public:
  MeasuredModel(const TransitionSystem& system, const StopFlag& cut)
      : system_(system), cut_(cut), statements_(system) {}

  void initial(StateEdges& out) override {
    out.clear();
    system_.initial_states(out.states);
    out.states.keep_if([](const Step& step) { return step.fault != Fault::RuntimeError; });
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    system_.successors(state, out.states);
    if (cut_.raised()) return;
    steps_ = out.states.size();
    counts_.transitions += steps_;
    if (steps_ == 0 && !system_.may_end(state)) ++counts_.deadlocks;
    for (std::size_t i = 0; i < steps_; ++i) statements_.add(state, out.states.step(i), out.states.state(i));
    out.states.keep_if([](const Step& step) { return step.fault != Fault::RuntimeError; });
  }
  const Acceptance& acceptance() const override { return acceptance_; }

  std::size_t steps() const { return steps_; }  ///< of the state expanded last
  const CountingSpace::Counts& counts() const { return counts_; }
  const StatementCounts& statements() const { return statements_; }

 private:
  const TransitionSystem& system_;
  const StopFlag& cut_;
  Acceptance acceptance_;
  StatementCounts statements_;
  CountingSpace::Counts counts_;
  std::size_t steps_ = 0;
};

class StatisticsSearch {
 public:
  StatisticsSearch(const TransitionSystem& system, StateStore& store, SearchControl& control, const StopFlag& cut,
                   Components components)
      : space_(system, cut),
        graph_(space_, store, control),
        cut_(cut),
        components_(components),
        targets_(control.budget()),
        ends_(control.budget()) {}

  MeasuredSpace run() {
    MeasuredSpace result;
    if (graph_.initial()) search();
    if (graph_.control().truncated()) graph_.stats.states = expanded_;  // the level beyond the limit is not counted
    result.search = finished(graph_.control(), graph_.stats);
    if (result.search.outcome == SearchResult::Outcome::Exhausted && components_ == Components::Wanted) {
      find_components();
      result.search = finished(graph_.control(), graph_.stats);
    }
    result.counts = space_.counts();
    if (expanded_ > 0) found_.branching.mean = static_cast<double>(steps_) / static_cast<double>(expanded_);
    found_.statements = space_.statements().result();
    result.statistics = std::move(found_);
    return result;
  }

 private:
  /// The store numbers states in the order of insertion, so it is the queue of the search.
  void search() {
    std::uint64_t level_begin = 0, level_end = graph_.store().size();
    for (std::uint64_t depth = 0; level_begin < level_end && !graph_.control().too_deep(depth); ++depth) {
      found_.states_by_depth.push_back(level_end - level_begin);
      for (std::uint64_t state = level_begin; state < level_end; ++state) {
        graph_.frontier = graph_.store().size() - state;
        if (!graph_.expand(StateId{static_cast<std::uint32_t>(state)}, depth) || !note_expansion()) {
          if (graph_.store().size() == level_end) return;
          // The next level was begun.
          found_.states_by_depth.push_back(graph_.store().size() - level_end);
          graph_.stats.max_depth = depth + 1;
          return;
        }
      }
      level_begin = level_end;
      level_end = graph_.store().size();
    }
  }

  bool note_expansion() {
    SpaceStatistics::Branching& branching = found_.branching;
    const std::uint64_t steps = space_.steps();
    branching.min = expanded_ == 0 ? steps : std::min(branching.min, steps);
    branching.max = std::max(branching.max, steps);
    const auto column = static_cast<std::size_t>(std::min<std::uint64_t>(steps, branching.kColumns - 1));
    if (branching.histogram.size() <= column) branching.histogram.resize(column + 1);
    ++branching.histogram[column];
    steps_ += steps;
    ++expanded_;
    if (components_ == Components::Omitted) return true;
    for (std::size_t i = 0; i < graph_.size(); ++i)
      if (!targets_.push(static_cast<std::uint32_t>(graph_.target(i)))) return !graph_.control().end(Stop::Memory);
    return ends_.push(targets_.size()) || !graph_.control().end(Stop::Memory);
  }

  void find_components() {
    constexpr std::uint64_t kBytesOfAState = 24;  // of StrongComponents: number, stack and path
    const std::uint64_t states = graph_.store().size();
    MemoryBudget& budget = graph_.control().budget();
    if (!budget.take(kBytesOfAState * states)) {
      graph_.control().end(Stop::Memory);
      return;
    }
    const auto begin_of = [&](StrongComponents::Node node) { return node == 0 ? 0 : ends_[node - 1]; };
    StrongComponents search(static_cast<std::size_t>(states));
    search.open_all();
    // Initial states have the smallest numbers, and every state can be reached from them.
    std::vector<StrongComponents::Node> roots(states == 0 ? 0 : static_cast<std::size_t>(found_.states_by_depth[0]));
    std::iota(roots.begin(), roots.end(), 0U);
    SpaceStatistics::Components found;
    const auto next = [&](StrongComponents::Node node, std::uint64_t& position) {
      const std::uint64_t edge = begin_of(node) + position;
      if (edge >= ends_[node] || cut_.raised()) return StrongComponents::kNoNode;
      ++position;
      return StrongComponents::Node{targets_[edge]};
    };
    const auto visit = [&](std::span<const StrongComponents::Node> members) {
      if (cut_.raised()) return false;
      bool leaves = false, has_edge = false;
      for (const StrongComponents::Node member : members) {
        for (std::uint64_t edge = begin_of(member); edge < ends_[member]; ++edge) {
          const bool inside = search.inside(targets_[edge]);
          leaves = leaves || !inside;
          has_edge = has_edge || inside;
        }
      }
      ++found.count;
      found.trivial += has_edge ? 0 : 1;
      found.terminal += leaves ? 0 : 1;
      found.largest = std::max<std::uint64_t>(found.largest, members.size());
      return true;
    };
    search.search(roots, next, visit);
    budget.give_back(kBytesOfAState * states);
    found.known = !cut_.raised();
    if (found.known) found_.components = found;
  }

  MeasuredModel space_;
  Expander graph_;
  const StopFlag& cut_;
  const Components components_;
  GrowingArray<std::uint32_t> targets_;
  GrowingArray<std::uint64_t> ends_;  ///< by state: where its edges end in targets_
  std::uint64_t expanded_ = 0;
  std::uint64_t steps_ = 0;  ///< of the expanded states
  SpaceStatistics found_;
};

}  // namespace

MeasuredSpace measure_space(const TransitionSystem& system, StateStore& store, SearchControl& control,
                            const StopFlag& cut, Components components) {
  return StatisticsSearch(system, store, control, cut, components).run();
}

void measure_coverage(TransitionSystem& system, std::uint64_t memory_limit, double seconds, const StopFlag& stop,
                      CheckCoverage& coverage) {
  constexpr double kSeconds = 2;
  constexpr std::uint64_t kStates = 1'000'000;
  StopFlag own(stop);
  const Watchdog watchdog(own, seconds > 0 ? std::min(seconds, kSeconds) : kSeconds, {});
  MemoryBudget budget(run_budget(memory_limit));
  const LimitedExpansions limited(system, {&own, &budget});
  ExactStore store(budget);
  SearchControl control(budget, {.max_states = kStates, .stop = &own, .cut = &own});
  MeasuredSpace measured = measure_space(system, store, control, own, Components::Omitted);
  coverage.states_by_depth = std::move(measured.statistics.states_by_depth);
  coverage.statements = std::move(measured.statistics.statements);
  coverage.complete = measured.search.outcome == SearchResult::Outcome::Exhausted;
  if (coverage.complete) return;
  const bool short_time = measured.search.stop == Stop::Time && !stop.raised();
  coverage.reason = measured.search.stop == Stop::States || short_time
                        ? "only the first states were counted: this takes at most 2 seconds and 1000000 states"
                        : stop_reason(measured.search);
}

}  // namespace weir
