// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/stack_reachability.h"

#include <algorithm>

#include "base/assert.h"
#include "search/lasso/lasso_builder.h"
#include "search/reachability/on_line.h"

namespace weir {

StackReachability::StackReachability(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store,
                                     SearchControl& control)
    : CrewSearch(crew, make_space, store, control),
      work_(control.budget(), crew.size()),
      visits_(control.budget()),
      parents_(control.budget()) {
  for (unsigned i = 0; i < crew.size(); ++i) own_.push_back(std::make_unique<Own>());
}

DefectResult StackReachability::run(Defect wanted) {
  wanted_.store(std::uint64_t(wanted), std::memory_order_relaxed);
  search();
  DefectResult result;
  result.search = finished(control(), stats());
  Expander graph = sequential();
  for (const auto& [defect, state] : found_) {
    std::optional<Run> run = run_to(graph, state);
    if (!run) continue;
    add_defects(graph.space(), graph.expansion(), defect, std::move(*run), result);
    wanted = wanted & ~defect;
  }
  if (!any(wanted)) result.search.outcome = SearchResult::Outcome::Found;
  return result;
}

void StackReachability::search() {
  if (!start()) {
    control().end(Stop::Memory);
  } else if (!ending()) {
    run_steps();
  }
  for (unsigned i = 0; i < threads() && !ending() && control().stop() == Stop::None; ++i)
    WEIR_ASSERT(work_.size(i) == 0 && !work_.has_offer(), "a search without result has explored everything");
}

/// Puts the initial states on the stack of the first thread.
bool StackReachability::start() {
  if (!visits_.open() || !parents_.open()) return false;
  StateEdges edges;
  worker(0).space->initial(edges);
  std::vector<Insertion>& targets = own_[0]->targets;
  worker(0).store->insert_all(edges.states, targets, 0);
  for (std::size_t i = targets.size(); i-- > 0;) {
    const auto state = static_cast<std::uint32_t>(targets[i].id);
    if (targets[i].full() || !visits_.ensure(state + std::size_t{1}) || !parents_.ensure(state + std::size_t{1}))
      return false;
    if (!targets[i].inserted()) continue;
    parents_[state] = state + 1;
    if (visits_.meet(state, 0) && !work_.push(0, {state, 0})) return false;
  }
  return true;
}

bool StackReachability::step(unsigned w) {
  Own& own = *own_[w];
  if (someone_waits()) work_.offer_oldest(w);
  take_states(w);
  if (own.taken.empty()) {
    if (!work_.has_offer()) return false;
    if (!work_.accept(w)) out_of_memory();
    return true;
  }
  worker(w).frontier.store(work_.size(w), std::memory_order_relaxed);
  own.met.clear();
  const bool together = worker(w).space->expands_groups() && store().keeps_bytes();
  const Whole whole = together ? expand_whole(w) : Whole::Refused;
  bool fits = whole == Whole::Expanded || (whole == Whole::Refused && expand_one_by_one(w));
  // The first successor of the first state is the next to be taken.
  for (std::size_t i = own.met.size(); i-- > 0 && fits;) fits = work_.push(w, own.met[i]);
  if (!fits) out_of_memory();
  return true;
}

void StackReachability::take_states(unsigned w) {
  Own& own = *own_[w];
  own.taken.clear();
  const std::size_t most = w == 0 ? 1 : StateStore::kGroupStates;
  for (Waiting next{}; own.taken.size() < most && work_.pop(w, next);)
    if (visits_.finish(next.state)) own.taken.push_back(next);
}

StackReachability::Whole StackReachability::expand_whole(unsigned w) {
  Own& own = *own_[w];
  Worker& common = worker(w);
  const std::size_t count = own.taken.size();
  StateView sources[StateStore::kGroupStates];
  std::size_t ends[StateStore::kGroupStates];
  for (const Waiting& state : own.taken) common.store->prefetch_state(StateId{state.state});
  for (std::size_t i = 0; i < count; ++i) sources[i] = common.store->get(StateId{own.taken[i].state}, own.scratch);
  own.states.clear();
  if (!common.space->expand_group({sources, count}, own.states, ends)) return Whole::Refused;
  common.store->prepare(own.states, own.batch);
  common.store->prefetch_all(own.batch);
  common.store->insert_prepared(own.states, own.batch, own.targets, 0);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < count; begin = ends[i++]) {
    if (!note_targets(w, own.taken[i], {own.targets.data() + begin, ends[i] - begin})) return Whole::Full;
  }
  return Whole::Expanded;
}

bool StackReachability::expand_one_by_one(unsigned w) {
  Own& own = *own_[w];
  Worker& common = worker(w);
  own.group.clear();
  for (const Waiting& state : own.taken) own.group.add(*common.store, StateId{state.state});
  own.group.expand(*common.space, *common.store, store().keeps_bytes());
  for (std::size_t i = 0; i < own.group.size(); ++i) {
    if (!own.group.insert(*common.store, i, 0)) return false;
    const ExpansionGroup::Member& member = own.group[i];
    if (control().cut()) return true;  // an incomplete expansion may look like a deadlock
    note_defect(member.edges.defect, own.taken[i].state);
    if (!note_targets(w, own.taken[i], member.targets)) return false;
  }
  return true;
}

bool StackReachability::note_targets(unsigned w, Waiting source, std::span<const Insertion> targets) {
  Own& own = *own_[w];
  std::size_t limit = 0;
  for (const Insertion& target : targets) {
    if (target.full()) return false;
    limit = std::max(limit, index_of(target.id) + 1);
  }
  if (!visits_.ensure(limit) || !parents_.ensure(limit)) return false;
  for (const Insertion& target : targets) visits_.prefetch(static_cast<std::uint32_t>(target.id));
  for (const Insertion& insertion : targets) {
    const auto target = static_cast<std::uint32_t>(insertion.id);
    if (insertion.inserted()) parents_[target] = source.state + 1;
    if (visits_.meet(target, w)) own.met.push_back({target, source.depth + 1});
  }
  worker(w).count(targets.size());
  worker(w).note_depth(source.depth);
  return true;
}

void StackReachability::note_defect(Defect defect, std::uint32_t state) {
  if (!any(defect)) return;
  // Only one thread removes a bit, and reports its state.
  const Defect before{wanted_.fetch_and(~std::uint64_t(defect), std::memory_order_relaxed)};
  if (!any(before & defect)) return;
  const std::lock_guard lock(mutex_);
  found_.emplace_back(before & defect, state);
  control().report(before & defect, before & ~defect);
  if (!any(before & ~defect)) end();
}

std::optional<Run> StackReachability::run_to(Expander& graph, std::uint32_t last) {
  std::vector<StateId> path{StateId{last}};
  for (std::uint32_t state = last; parents_[state] != state + 1; state = parents_[state] - 1) {
    if (parents_[state] == 0) return std::nullopt;
    path.push_back(StateId{parents_[state] - 1});
  }
  std::reverse(path.begin(), path.end());
  try {
    return control().rebuilt([&] { return with_last_expanded(graph, build_finite_run(graph, path), path.back()); });
  } catch (const CutShort&) {
    if (control().stop() != Stop::Memory) throw;
    return std::nullopt;
  }
}

}  // namespace weir
