// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/terminal.h"

#include <algorithm>
#include <utility>

#include "base/table/same_bytes.h"
#include "search/emptiness/single_dfs.h"
#include "search/reachability/on_line.h"

namespace weir {
namespace {

/// The terminal part of a space reachable from one of its states, without states known to lead to no cycle.
class TerminalPart final : public SearchSpace {
 public:
  TerminalPart(SearchSpace& space, StateView start, const StateStore& barren)
      : space_(space), start_(start.begin(), start.end()), barren_(barren) {}

  void initial(StateEdges& out) override {
    out.clear();
    out.states.append(Step{}, start_);
  }
  void expand(StateView state, StateEdges& out) override {
    out.clear();
    space_.expand(state, below_);
    for (std::size_t i = 0; i < below_.size(); ++i) {
      const StateView target = below_.states.state(i);
      if (space_.strength_at(target) != ComponentStrength::Terminal || barren_.contains(target)) continue;
      out.states.append(below_.states.step(i), target);
    }
  }
  const Acceptance& acceptance() const override { return space_.acceptance(); }
  StateView model_state(StateView state) const override { return space_.model_state(state); }
  std::int64_t automaton_state(StateView state) const override { return space_.automaton_state(state); }
  ComponentStrength strength_at(StateView) const override { return ComponentStrength::Terminal; }

 private:
  SearchSpace& space_;
  std::vector<std::byte> start_;
  const StateStore& barren_;
  StateEdges below_;
};

/// The space with its terminal part removed: a terminal state that lies on an infinite run is a defect.
class CutSpace final : public SearchSpace {
 public:
  CutSpace(SearchSpace& space, SearchControl& control) : space_(space), control_(control), barren_(control.budget()) {}

  void initial(StateEdges& out) override { space_.initial(out); }
  void expand(StateView state, StateEdges& out) override {
    if (space_.strength_at(state) != ComponentStrength::Terminal) return space_.expand(state, out);
    out.clear();
    if (goes_on(state)) out.defect = Defect::BadState;
  }
  bool is_state(StateView state) const override { return space_.is_state(state); }
  const Acceptance& acceptance() const override { return space_.acceptance(); }
  StateView model_state(StateView state) const override { return space_.model_state(state); }
  std::int64_t automaton_state(StateView state) const override { return space_.automaton_state(state); }

  /// The infinite run from the terminal state found last.
  const Run& rest() const { return rest_; }

 private:
  bool goes_on(StateView state) {
    if (!from_.empty() && same_bytes(from_, state)) return true;
    if (barren_.contains(state)) return false;
    TerminalPart part(space_, state, barren_);
    ExactStore seen(control_.budget());
    SearchControl control = control_.unbounded();
    SearchResult closing = SingleSearch(part, seen, control, SingleSearch::Cycles::Accepting).run();
    if (closing.outcome == SearchResult::Outcome::Found) {
      from_.assign(state.begin(), state.end());
      rest_ = std::move(closing.run);
      return true;
    }
    if (closing.outcome == SearchResult::Outcome::Stopped) return !control_.end(closing.stop);
    std::vector<std::byte> scratch;
    for (std::uint32_t id = 0; id < seen.size(); ++id) {
      if (barren_.insert(seen.get(StateId{id}, scratch)).full()) control_.end(Stop::Memory);
    }
    return false;
  }

  SearchSpace& space_;
  SearchControl& control_;
  ExactStore barren_;
  std::vector<std::byte> from_;
  Run rest_;
};

}  // namespace

TerminalSearch::TerminalSearch(SearchSpace& space, StateStore& store, SearchControl& control, SearchOrder order)
    : space_(space), store_(store), control_(control), order_(order) {}

SearchResult TerminalSearch::run() {
  CutSpace cut(space_, control_);
  DefectResult outcome = store_.traits().has_ids ? Reachability(cut, store_, control_, order_).run(Defect::BadState)
                                                 : OnLineSearch(cut, store_, control_).run(Defect::BadState);
  SearchResult result = std::move(outcome.search);
  if (outcome.found.empty()) return result;
  result.run = std::move(outcome.found.front().run);
  result.run.prefix.pop_back();
  const Run& rest = cut.rest();
  result.run.prefix.insert(result.run.prefix.end(), rest.prefix.begin(), rest.prefix.end());
  result.run.cycle = rest.cycle;
  return result;
}

}  // namespace weir
