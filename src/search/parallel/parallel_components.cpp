// SPDX-License-Identifier: Apache-2.0
#include "search/parallel/parallel_components.h"

#include <algorithm>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "base/assert.h"
#include "base/table/hash.h"
#include "search/lasso/lasso_builder.h"

namespace weir {
namespace {

/// The marks that a failing cycle needs. In a weak automaton every cycle outside of the rejecting part fails.
MarkSet needed_marks(const SearchSpace& space) {
  if (space.strength() != Strength::Strong) return {};
  return MarkSet::first(space.acceptance().generalized_buchi_sets().value_or(0));
}

}  // namespace

bool ParallelComponents::suits(const SearchSpace& space, unsigned threads) {
  const auto sets = space.acceptance().generalized_buchi_sets();
  const bool weak = space.strength() != Strength::Strong;
  return (weak || sets.has_value()) && ComponentSets::fits(threads, weak ? 0 : *sets);
}

ParallelComponents::ParallelComponents(WorkCrew& crew, const MakeSpace& make_space, SharedStore& store,
                                       SearchControl& control)
    : CrewSearch(crew, make_space, store, control),
      all_(needed_marks(*worker(0).space)),
      any_cycle_fails_(all_.empty() && crew.size() <= Visits::kThreads),
      sets_(control.budget(), crew.size()),
      visits_(control.budget()),
      work_(control.budget(), crew.size()) {
  WEIR_ASSERT(suits(*worker(0).space, crew.size()), "the search is for generalised Büchi acceptance");
  const auto marks = static_cast<std::uint32_t>(all_.count());
  for (unsigned i = 0; i < crew.size(); ++i) {
    own_.push_back(std::make_unique<Own>(control.budget(), marks));
    own_[i]->random = hash_mix(i, 1);
  }
}

SearchResult ParallelComponents::run() {
  if (!start()) {
    control().end(Stop::Memory);
  } else if (!ending()) {
    run_steps();
  }
  for (unsigned i = 0; i < threads() && !ending() && control().stop() == Stop::None; ++i) {
    const bool left = !own_[i]->frames.empty() || !own_[i]->starts.empty() || work_.size(i) != 0;
    WEIR_ASSERT(!left && !work_.has_offer(), "a search without result has explored everything");
  }
  count_unfinished();
  // If memory is used up, not all successors of the visited states are stored, and the run may be incomplete.
  return !found_.empty() && control().stop() != Stop::Memory ? report() : finished(control(), stats());
}

/// Counts the edges of states that a thread has expanded, but none has left. The threads have ended; finishing a state
/// only ensures that it is counted once.
void ParallelComponents::count_unfinished() {
  for (unsigned w = 0; w < threads(); ++w) {
    const GrowingArray<Frame>& frames = own_[w]->frames;
    for (std::size_t i = 0; i < frames.size(); ++i)
      if (frames[i].edges > 0 && finish(frames[i].state)) worker(w).count(frames[i].edges);
  }
}

bool ParallelComponents::start() {
  if (!visits_.open() || (!any_cycle_fails_ && !sets_.open())) return false;
  Own& first = *own_[0];
  worker(0).space->initial(first.expansion);
  worker(0).store->insert_all(first.expansion.states, first.insertions, 0);
  if (!ensure_entries(first.insertions)) return false;
  for (std::size_t i = first.insertions.size(); i-- > 0;) {
    if (!first.insertions[i].inserted()) continue;
    const Waiting state{static_cast<std::uint32_t>(first.insertions[i].id), 0};
    switch (kind_of(0, state.state, first.expansion.states.state(i))) {
      case Kind::Search: first.starts.push_back(state); break;
      case Kind::Wait:
        if (!work_.push(0, state)) return false;
        break;
      case Kind::Skip: break;
    }
  }
  return true;
}

bool ParallelComponents::ensure_entries(const std::vector<Insertion>& targets) {
  std::uint64_t limit = 0;
  for (const Insertion& target : targets) {
    if (target.full()) return false;
    limit = std::max<std::uint64_t>(limit, index_of(target.id) + 1);
  }
  if (!ensure(limit)) return false;
  for (const Insertion& target : targets) visits_.prefetch(static_cast<std::uint32_t>(target.id));
  return true;
}

ParallelComponents::Kind ParallelComponents::kind_of(unsigned w, std::uint32_t target, StateView bytes) {
  if (visits_.done(target)) return Kind::Skip;
  const ComponentStrength strength = worker(w).space->strength_at(bytes);
  if (strength == ComponentStrength::Rejecting) return visits_.meet(target, w) ? Kind::Wait : Kind::Skip;
  if (!any_cycle_fails_) sets_.prefetch(target);
  const bool is_new = any_cycle_fails_ ? visits_.is_new(target) : sets_.is_new(target);
  if (strength != ComponentStrength::Terminal || !is_new || !is_decided(w, bytes)) return Kind::Search;
  claim(w, target);
  note_found({target});
  return Kind::Skip;
}

bool ParallelComponents::is_decided(unsigned w, StateView bytes) {
  StateEdges& edges = own_[w]->decided;
  worker(w).space->expand(bytes, edges);
  return any(edges.defect & Defect::BadState);
}

bool ParallelComponents::step(unsigned w) {
  Own& own = *own_[w];
  if (someone_waits()) work_.offer_oldest(w);
  if (own.frames.empty() && !start_next(w)) return expand_waiting(w) || help(w);
  own.region_is_next = !own.region_is_next;
  if (own.region_is_next || work_.size(w) == 0) {
    explore(w);
  } else {
    expand_waiting(w);
  }
  return true;
}

bool ParallelComponents::has_work(unsigned w) const {
  if (work_.has_offer()) return true;
  for (unsigned i = 0; i < threads(); ++i) {
    if (i != w && own_[i]->exploring.load(std::memory_order_relaxed) != ComponentSets::kNone) return true;
  }
  return false;
}

void ParallelComponents::explore(unsigned w) {
  constexpr int kEdges = 256;
  Own& own = *own_[w];
  for (int i = 0; i < kEdges && !own.frames.empty() && !ending(); ++i) {
    const Frame& top = own.frames.back();
    if (top.remaining == 0 || is_finished(top.state)) {
      leave_frame(w);
    } else {
      take_edge(w);
    }
  }
  worker(w).frontier.store(own.frames.size() + work_.size(w), std::memory_order_relaxed);
  if (own.frames.empty()) own.exploring.store(ComponentSets::kNone, std::memory_order_relaxed);
}

void ParallelComponents::take_edge(unsigned w) {
  Own& own = *own_[w];
  --own.frames.back().remaining;
  const std::uint32_t target = own.targets.back();
  const MarkSet marks = own.target_marks.pop();
  own.targets.pop();
  switch (claim(w, target)) {
    case Claim::Dead: return;
    case Claim::Found: return close_cycle(w, target, marks);
    case Claim::Entered:
      if (!push(w, target, marks)) out_of_memory();
      return;
  }
}

ParallelComponents::Claim ParallelComponents::claim(unsigned w, std::uint32_t state) {
  if (!any_cycle_fails_) {
    const Claim found = sets_.claim(state, w);
    if (found == Claim::Dead) visits_.finish(state);
    return found;
  }
  switch (visits_.enter(state, w)) {
    case Visits::Entry::Done: return Claim::Dead;
    case Visits::Entry::OnPath: return Claim::Found;
    case Visits::Entry::Entered: break;
  }
  return Claim::Entered;
}

/// Unites the sets on the path from the one that contains the target on.
void ParallelComponents::close_cycle(unsigned w, std::uint32_t target, MarkSet marks) {
  Own& own = *own_[w];
  if (any_cycle_fails_) {
    std::vector<std::uint32_t> cycle;
    for (std::size_t i = own.frames.size(); cycle.empty() || cycle.back() != target;)
      cycle.push_back(own.frames[--i].state);
    return note_found(std::move(cycle));
  }
  while (!sets_.same(target, own.roots.back().state)) {
    WEIR_ASSERT(own.roots.size() > 1, "a set that the thread is exploring is on its path");
    const std::uint32_t root = own.roots.back().state;
    marks |= own.arcs.pop();
    own.roots.pop();
    sets_.unite(root, own.roots.back().state);
  }
  if (fails(sets_.add_marks(target, marks))) note_found({target});
}

/// All edges of the top state were taken, by this thread or by another one.
void ParallelComponents::leave_frame(unsigned w) {
  Own& own = *own_[w];
  Frame& top = own.frames.back();
  if (top.remaining == 0 && finish(top.state)) worker(w).count(top.edges);
  drop_edges(w);
  if (any_cycle_fails_) return own.frames.pop();
  // Another thread may have united the top set with the one below.
  while (own.roots.size() > 1 && sets_.same(own.roots.back().state, own.roots[own.roots.size() - 2].state)) {
    const std::uint32_t root = own.roots.back().state;
    own.roots.pop();
    if (fails(sets_.add_marks(root, own.arcs.pop()))) note_found({root});
  }
  if (own.roots.back().frame + 1 == own.frames.size()) {
    const std::uint32_t next = sets_.unfinished(top.state);
    if (next != ComponentSets::kNone) {
      if (!expand(w, next)) out_of_memory();
      return;
    }
    visits_.finish(top.state);
    own.roots.pop();
    own.arcs.pop();
  }
  own.frames.pop();
}

void ParallelComponents::drop_edges(unsigned w) {
  Own& own = *own_[w];
  for (; own.frames.back().remaining > 0; --own.frames.back().remaining) {
    own.targets.pop();
    own.target_marks.pop();
  }
}

/// Returns false if memory is used up.
bool ParallelComponents::push(unsigned w, std::uint32_t state, MarkSet marks) {
  Own& own = *own_[w];
  const Root root{state, static_cast<std::uint32_t>(own.frames.size())};
  if (!any_cycle_fails_ && (!own.roots.push(root) || !own.arcs.push(marks))) return false;
  if (!own.frames.push({state, 0, 0})) return false;
  return is_finished(state) || expand(w, state);
}

/// Makes the state, which belongs to the set of the top frame, the state of that frame.
bool ParallelComponents::expand(unsigned w, std::uint32_t state) {
  Own& own = *own_[w];
  Worker& common = worker(w);
  const auto depth = static_cast<std::uint32_t>(own.start_depth + own.frames.size() - 1);
  common.space->expand(common.store->look(StateId{state}, own.scratch), own.expansion);
  if (control().cut()) {  // the expansion may be incomplete, so the state must never count as finished
    end();
    return true;
  }
  common.store->insert_all(own.expansion.states, own.insertions, depth + 1);
  if (!ensure_entries(own.insertions)) return false;
  const std::size_t count = own.insertions.size();
  own.order.resize(count);
  std::iota(own.order.begin(), own.order.end(), 0U);
  for (std::size_t i = count; w != 0 && i > 1; --i) {
    own.random = hash_mix(own.random, i);
    std::swap(own.order[i - 1], own.order[own.random % i]);
  }
  std::uint32_t remaining = 0;
  for (std::size_t i = count; i-- > 0;) {
    const std::uint32_t edge = own.order[i];
    const auto target = static_cast<std::uint32_t>(own.insertions[edge].id);
    switch (kind_of(w, target, own.expansion.states.state(edge))) {
      case Kind::Search:
        if (!own.targets.push(target) || !own.target_marks.push(own.expansion.marks_of(edge) & all_)) return false;
        ++remaining;
        break;
      case Kind::Wait:
        if (!work_.push(w, {target, depth + 1})) return false;
        break;
      case Kind::Skip: break;
    }
  }
  own.frames.back() = {state, remaining, static_cast<std::uint32_t>(count)};
  common.note_depth(depth);
  return true;
}

bool ParallelComponents::start_next(unsigned w) {
  Own& own = *own_[w];
  while (!own.starts.empty()) {
    const Waiting next = own.starts.back();
    own.starts.pop_back();
    if (claim(w, next.state) != Claim::Entered) continue;
    own.start_depth = next.depth;
    own.exploring.store(next.state, std::memory_order_relaxed);
    if (!push(w, next.state, {})) out_of_memory();
    return true;
  }
  return false;
}

/// Searches from where another thread has started.
bool ParallelComponents::help(unsigned w) {
  for (unsigned i = 1; i < threads(); ++i) {
    const std::uint32_t start = own_[(w + i) % threads()]->exploring.load(std::memory_order_relaxed);
    if (start == ComponentSets::kNone || !ensure(std::uint64_t{start} + 1) || dead(start)) continue;
    own_[w]->starts.push_back({start, 0});
    return true;
  }
  return false;
}

bool ParallelComponents::expand_waiting(unsigned w) {
  Own& own = *own_[w];
  Worker& common = worker(w);
  own.taken.clear();
  for (Waiting next{}; own.taken.size() < StateStore::kGroupStates && work_.pop(w, next);)
    if (visits_.finish(next.state)) own.taken.push_back(next);
  if (own.taken.empty()) {
    if (!work_.has_offer()) return false;
    if (!work_.accept(w)) out_of_memory();
    return true;
  }
  worker(w).frontier.store(work_.size(w), std::memory_order_relaxed);
  own.group.clear();
  own.met.clear();
  const std::size_t known = own.starts.size();
  for (const Waiting& state : own.taken) own.group.add(*common.store, StateId{state.state});
  own.group.expand(*common.space, *common.store, store().keeps_bytes());
  if (control().cut()) {  // an incomplete expansion may look like a deadlock, which stutters
    end();
    return true;
  }
  bool fits = true;
  for (std::size_t i = 0; i < own.group.size() && fits; ++i)
    fits = own.group.insert(*common.store, i, own.taken[i].depth + 1) && ensure_entries(own.group[i].targets);
  for (std::size_t i = 0; i < own.group.size() && fits; ++i) {
    const ExpansionGroup::Member& member = own.group[i];
    for (std::size_t edge = 0; edge < member.targets.size(); ++edge) {
      const Waiting target{static_cast<std::uint32_t>(member.targets[edge].id), own.taken[i].depth + 1};
      switch (kind_of(w, target.state, member.edges.states.state(edge))) {
        case Kind::Search:
          // Thread 0 starts from every live state that it reaches, to follow the order of the sequential search. Any
          // other thread starts only from states that it has inserted itself.
          if (member.targets[edge].inserted() || (w == 0 && !dead(target.state))) own.starts.push_back(target);
          break;
        case Kind::Wait: own.met.push_back(target); break;
        case Kind::Skip: break;
      }
    }
    common.count(member.edges.size());
    common.note_depth(own.taken[i].depth);
  }
  std::reverse(own.starts.begin() + static_cast<std::ptrdiff_t>(known), own.starts.end());
  for (std::size_t i = own.met.size(); i-- > 0 && fits;) fits = work_.push(w, own.met[i]);
  if (!fits) out_of_memory();
  return true;
}

void ParallelComponents::note_found(std::vector<std::uint32_t> states) {
  const std::lock_guard lock(mutex_);
  if (found_.empty()) found_ = std::move(states);
  end();
}

SearchResult ParallelComponents::report() {
  FailingRegion region;
  region.visited = [this](StateId id) { return visits_.visited(index_of(id)) || sets_.visited(index_of(id)); };
  const std::unordered_set<std::uint32_t> cycle(found_.begin(), found_.end());
  region.contains = [this, &cycle](StateId id) {
    if (any_cycle_fails_) return cycle.contains(static_cast<std::uint32_t>(id));
    return sets_.visited(index_of(id)) && sets_.same(static_cast<std::uint32_t>(id), found_[0]);
  };
  region.need = all_;
  Expander graph = sequential();
  graph.stats = stats();
  return found_in(graph, region);
}

}  // namespace weir
