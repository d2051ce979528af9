// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/probe.h"

#include <iterator>
#include <utility>

#include "search/engines.h"
#include "search/space/wrapped_space.h"
#include "store/exact_store.h"

namespace weir {
namespace {

/// The part of a space that is reachable from one of its states.
class RootedSpace final : public WrappedSpace {
 public:
  RootedSpace(SearchSpace& space, StateView root) : WrappedSpace(space), root_(root.begin(), root.end()) {}
  void initial(StateEdges& out) override {
    out.clear();
    out.states.append(Step{}, root_);
  }

 private:
  std::vector<std::byte> root_;
};

}  // namespace

std::optional<Run> probe_for_cycle(SearchSpace& space, StateView state, const HuntEffort& effort, std::uint64_t states,
                                   std::uint64_t& visited) {
  SearchLimits limits = effort.limits;
  limits.max_states = states;
  limits.max_depth = 0;
  SearchControl control(effort.budget, limits, effort.observer);
  RootedSpace rooted(space, state);
  ExactStore store(effort.budget);
  const EngineKind& engine = default_engine(rooted.acceptance(), store.traits(), rooted.strength());
  DefectResult found =
      outcome_of(control, [&] { return DefectResult{.search = engine.run(rooted, store, control), .found = {}}; });
  visited += found.search.stats.states;
  if (found.search.outcome != SearchResult::Outcome::Found) return std::nullopt;
  return std::move(found.search.run);
}

Run continued_by(Run run, Run rest) {
  run.prefix.pop_back();
  std::move(rest.prefix.begin(), rest.prefix.end(), std::back_inserter(run.prefix));
  run.cycle = std::move(rest.cycle);
  run.returns_to = std::move(rest.returns_to);
  return run;
}

}  // namespace weir
