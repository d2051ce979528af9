// SPDX-License-Identifier: Apache-2.0
#include "search/reachability/on_line.h"

#include <algorithm>

#include "base/table/hash.h"

namespace weir {

OnLineSearch::OnLineSearch(SearchSpace& space, StateStore& heap, SearchControl& control)
    : space_(space),
      heap_(heap),
      control_(control),
      remembers_path_(!heap.traits().may_forget),
      stack_(control.budget(), 0, heap.traits().may_forget ? &space : nullptr),
      starts_(control.budget()) {}

DefectResult OnLineSearch::run(Defect wanted) {
  wanted_ = wanted;
  StateEdges initial;
  space_.initial(initial);
  bool begun = control_.resume(*this);
  for (; root_ < initial.size() && any(wanted_) && control_.stop() == Stop::None; ++root_) {
    if (!begun && !stack_.start(initial.states.state(root_))) control_.end(Stop::Memory);
    begun = false;
    if (control_.stop() != Stop::None) break;
    search_depth_first(
        stack_, [this](std::uint64_t hash) { return visit(hash); }, [this] { return backtrack(); });
  }
  if (!remembers_path_) count_distinct(heap_, stats_.states_generated, distinct_, stats_);
  result_.search = finished(control_, stats_);
  if (!any(wanted_)) result_.search.outcome = SearchResult::Outcome::Found;
  return std::move(result_);
}

void OnLineSearch::serialize(Archive& archive) {
  weir::serialize(archive, stats_);
  const StateTest is_state = [this](StateView state) { return space_.is_state(state); };
  weir::serialize(archive, heap_, is_state);
  archive.value(root_);
  weir::serialize(archive, wanted_, result_.found);
  stack_.serialize(archive, is_state);
}

bool OnLineSearch::known(StateView state, std::uint64_t hash) {
  if (!remembers_path_) return stack_.find(state, hash) != PathStack::kAbsent || heap_.contains(state);
  const Insertion insertion = heap_.insert(state, stack_.depth());
  if (insertion.full()) control_.end(Stop::Memory);
  return !insertion.inserted();
}

bool OnLineSearch::visit(std::uint64_t hash) {
  if (control_.pause(*this)) return false;
  if (!control_.too_deep(stack_.depth()) && !known(stack_.waiting(), hash)) return push(hash);
  stack_.drop_waiting();
  return control_.stop() == Stop::None;
}

bool OnLineSearch::push(std::uint64_t hash) {
  const std::uint64_t states = remembers_path_ ? heap_.size() : stats_.states_generated + 1;
  if (control_.ended_by(states, stats_, stack_.depth())) return false;
  ++stats_.states_generated;
  if (!remembers_path_) distinct_.see(hash);
  stats_.max_depth = std::max(stats_.max_depth, stack_.depth());
  space_.expand(stack_.waiting(), expansion_);
  if (!stack_.take_waiting(hash)) return !control_.end(Stop::Memory);
  if (!remembers_path_ && !starts_.push(stats_.states_generated - 1)) return !control_.end(Stop::Memory);
  if (preferred_edge_leaves(stack_, expansion_)) expansion_.keep_preferred();
  if (!stack_.add_waiting(expansion_)) return !control_.end(Stop::Memory);
  stats_.transitions += expansion_.size();
  stats_.states = remembers_path_ ? heap_.size() : stats_.states_generated;
  stats_.stored_peak = std::max(stats_.stored_peak, heap_.size() + (remembers_path_ ? 0 : stack_.depth()));
  if (control_.cut())
    return !control_.ended(stats_, stack_.depth());  // an incomplete expansion may look like a deadlock
  return take_defect(control_, space_, stack_, expansion_, wanted_, result_);
}

bool OnLineSearch::backtrack() {
  if (control_.pause(*this)) return false;
  if (!remembers_path_) {
    if (!memorize(stack_.top())) control_.end(Stop::Memory);
    starts_.pop();
  }
  stack_.pop();
  return control_.stop() == Stop::None;
}

bool OnLineSearch::memorize(StateView state) {
  const std::uint64_t cost = stats_.states_generated - starts_.back();
  return !heap_.insert_with(state, {.depth = stack_.depth(), .cost = cost}).full();
}

bool preferred_edge_leaves(const PathStack& stack, const StateEdges& expansion, const std::vector<bool>* awake) {
  if (expansion.preferred >= expansion.size()) return false;
  for (std::size_t i = 0; i < expansion.preferred; ++i) {
    if (awake != nullptr && !(*awake)[i]) continue;
    const StateView target = expansion.states.state(i);
    if (stack.find(target, hash_bytes(target)) == PathStack::kAbsent) return true;
  }
  return false;
}

bool take_defect(SearchControl& control, SearchSpace& space, const PathStack& stack, const StateEdges& expansion,
                 Defect& wanted, DefectResult& result) {
  const Defect found = expansion.defect & wanted;
  if (!any(found)) return true;
  Run run = control.rebuilt([&] { return run_of_path(space, stack); });
  add_defects(space, expansion, found, std::move(run), result);
  wanted = wanted & ~found;
  control.report(found, wanted);
  return any(wanted);
}

namespace {
RunStep run_step(const SearchSpace& space, StateView state) {
  RunStep result;
  const StateView model_state = space.model_state(state);
  result.state.assign(model_state.begin(), model_state.end());
  result.automaton_state = space.automaton_state(state);
  return result;
}
}  // namespace

Run run_of_path(SearchSpace& space, const PathStack& stack) {
  Run run;
  StateEdges expansion;
  run.prefix.reserve(stack.depth() + 1);
  for (std::uint64_t frame = 0; frame < stack.depth(); ++frame) {
    run.prefix.push_back(run_step(space, stack.state(frame)));
    if (frame + 1 == stack.depth()) break;
    space.expand(stack.state(frame), expansion);
    require_found(stack.edge_into(frame + 1) < expansion.size(), "a step of the path is among the successors");
    run.prefix.back().step = expansion.states.step(stack.edge_into(frame + 1));
    run.prefix.back().stutters = run.prefix.back().step.transition == kStutter;
  }
  return run;
}

void add_defects(SearchSpace& space, const StateEdges& expansion, Defect defects, Run run, DefectResult& result) {
  if (run.size() == 0) return result.found.push_back({defects, {}});
  const Defect on_step = defects & expansion.on_step;
  run.prefix.back().last = true;
  if (defects != on_step) result.found.push_back({defects & ~on_step, run});
  if (!any(on_step)) return;
  run.prefix.back().last = false;
  run.prefix.back().step = expansion.fault_step;
  run.prefix.push_back(run_step(space, expansion.fault_target));
  run.prefix.back().last = true;
  result.found.push_back({on_step, std::move(run)});
}

Run with_last_expanded(Expander& graph, Run run, StateId last) {
  require_found(graph.expand_again(last), "the states of a counterexample are stored");
  return run;
}

}  // namespace weir
