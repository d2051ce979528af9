// SPDX-License-Identifier: Apache-2.0
#include "pipeline/graph/explore_parallel.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/parallel/level_search.h"
#include "store/shared_stores.h"

namespace weir {
namespace {

/// The model as explore sees it: a step that went wrong leads to no state, but counts as a transition.
class CountingSpace final : public SearchSpace, public LevelSearch::GroupSpace {
 public:
  CountingSpace(const TransitionSystem& system, const StopFlag& cut) : system_(system), cut_(cut) {}

  void initial(StateEdges& out) override {
    out.clear();
    system_.initial_states(out.states);
    drop_errors(out.states);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    system_.successors(state, out.states);
    transitions += out.size();
    if (out.states.empty() && !cut_.raised() && !system_.may_end(state)) ++deadlocks;
    drop_errors(out.states);
  }
  void expand_group(std::span<const StateView> states, SuccessorBuffer& out) override {
    std::size_t ends[StateStore::kGroupStates];
    system_.successors_of(states, out, ends);
    transitions += out.size();
    for (std::size_t i = 0; i < states.size() && !cut_.raised(); ++i)
      if (ends[i] == (i == 0 ? 0 : ends[i - 1]) && !system_.may_end(states[i])) ++deadlocks;
    drop_errors(out);
  }
  const Acceptance& acceptance() const override { return acceptance_; }

  std::uint64_t transitions = 0;
  std::uint64_t deadlocks = 0;

 private:
  void drop_errors(SuccessorBuffer& out) {
    bool wrong = false;
    for (std::size_t i = 0; i < out.size() && !wrong; ++i) wrong = out.step(i).fault == Fault::RuntimeError;
    if (!wrong) return;
    std::swap(all_, out);
    out.clear();
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (all_.step(i).fault != Fault::RuntimeError) out.append(all_.step(i), all_.state(i));
    }
  }

  const TransitionSystem& system_;
  const StopFlag& cut_;
  Acceptance acceptance_;
  SuccessorBuffer all_;
};

class Everything final : public LevelSearch::Visitor {
 public:
  bool expanded(unsigned, StateId, StateView, const StateEdges&, const std::vector<Insertion>&) override {
    return true;
  }
  bool level_done(std::uint64_t) override { return false; }
};

std::string reason_of(const SearchControl& control, const ExploreOptions& options) {
  switch (control.stop()) {
    case Stop::Memory: return "memory limit reached";
    case Stop::Time: return "time limit reached";
    case Stop::States: return "state limit reached (" + std::to_string(options.max_states) + ")";
    case Stop::Interrupted: return "interrupted";
    case Stop::None: break;
  }
  return control.truncated() ? "depth limit reached (" + std::to_string(options.max_depth) + ")" : "";
}

}  // namespace

ExploreResult explore_in_parallel(const TransitionSystem& system, const ExploreOptions& options, unsigned threads,
                                  double seconds_used, MemoryBudget& budget, Observer* observer, const StopFlag& cut) {
  SearchLimits limits;
  limits.max_depth = options.max_depth;
  limits.max_states = options.max_states;
  if (options.time_limit > 0) limits.seconds = std::max(options.time_limit - seconds_used, 1e-3);
  limits.stop = &cut;
  SearchControl control(budget, limits, observer);
  ExploreResult result;
  WorkCrew crew(threads);
  const std::unique_ptr<SharedStore> store = make_shared_store(options.store, budget, crew.size());
  if (store == nullptr) {
    control.end(Stop::Memory);
  } else {
    std::vector<CountingSpace*> spaces;
    const auto make_space = [&](unsigned) {
      auto space = std::make_unique<CountingSpace>(system, cut);
      spaces.push_back(space.get());
      return space;
    };
    LevelSearch search(crew, make_space, *store, control);
    search.forget_levels();
    search.use_groups({spaces.begin(), spaces.end()});
    Everything everything;
    search.run(everything);
    result.store = store->form();
    result.stats = search.stats();
    result.stats.transitions = 0;
    for (const CountingSpace* space : spaces) {
      result.stats.transitions += space->transitions;
      result.deadlocks += space->deadlocks;
    }
    // A level beyond the depth limit was met, and is not part of what was asked for.
    if (control.truncated()) result.stats.states = search.expanded();
    result.stats.states_generated = result.stats.stored_peak = result.stats.states;
    result.stats.memory_bytes = search.peak_memory();
  }
  result.stats.seconds = control.seconds() + seconds_used;
  if (cut.raised()) control.end(finished(control, {}).stop);
  result.reason = reason_of(control, options);
  result.complete = result.reason.empty();
  return result;
}

}  // namespace weir
