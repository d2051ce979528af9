// SPDX-License-Identifier: Apache-2.0
#include "search/reachability/sleep_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace weir {

namespace {
constexpr std::uint64_t kNobody = 0;
constexpr std::uint64_t kAllProcesses = ~std::uint64_t{0};

std::size_t number_of(std::uint64_t bit) { return static_cast<std::size_t>(std::countr_zero(bit)); }
}  // namespace

SleepSearch::SleepSearch(SearchSpace& space, const ReducedSystem& system, StateStore& store, SearchControl& control)
    : space_(space),
      system_(system),
      store_(store),
      control_(control),
      numbered_(store.traits().has_ids),
      stack_(control.budget(), 64, store.traits().may_forget ? &space : nullptr),
      frames_(control.budget()),
      unseen_(control.budget()) {}

DefectResult SleepSearch::run(Defect wanted) {
  wanted_ = wanted;
  StateEdges initial;
  space_.initial(initial);
  for (std::size_t i = 0; i < initial.size() && any(wanted_) && control_.stop() == Stop::None; ++i) {
    if (!stack_.start(initial.states.state(i))) control_.end(Stop::Memory);
    if (control_.stop() != Stop::None) break;
    search_depth_first(
        stack_, [this](std::uint64_t hash) { return visit(hash); }, [this] { return backtrack(); });
  }
  if (!numbered_) {
    // A state on the stack may have been left before and be in the store as well.
    const std::optional<std::uint64_t> counted = stack_.empty() ? std::optional(store_.size()) : std::nullopt;
    count_distinct(store_, counted, distinct_, stats_);
  }
  result_.search = finished(control_, stats_);
  if (!any(wanted_)) result_.search.outcome = SearchResult::Outcome::Found;
  return std::move(result_);
}

bool SleepSearch::recall(StateView state, std::uint64_t hash, Sleepers& unseen) {
  if (numbered_) {
    const Insertion insertion = store_.insert(state, stack_.depth());
    if (insertion.full() || !unseen_.extend(store_.size())) {
      control_.end(Stop::Memory);
      return true;
    }
    unseen = unseen_[index_of(insertion.id)];
    return !insertion.inserted();
  }
  if (const std::uint64_t frame = stack_.find(state, hash); frame != PathStack::kAbsent) {
    unseen = frames_[frame].unseen;
    return true;
  }
  const std::uint64_t* note = store_.note(state);
  if (note == nullptr) return false;
  unseen = *note;
  return true;
}

bool SleepSearch::remember(StateView state, Sleepers unseen) {
  Insertion insertion;
  if (numbered_) {
    insertion = store_.insert(state, stack_.depth());
    if (!insertion.full()) unseen_[index_of(insertion.id)] = unseen;
  } else {
    const std::uint64_t cost = stats_.states_generated - frames_.back().start;
    insertion = store_.insert_with(state, {.depth = stack_.depth(), .cost = cost, .note = unseen});
  }
  return !insertion.full() || !control_.end(Stop::Memory);
}

/// Enters the topmost waiting state if something is left to explore there.
bool SleepSearch::visit(std::uint64_t hash) {
  const StateView state = stack_.waiting();
  const Sleepers asleep = stack_.waiting_marks().bits();
  if (control_.too_deep(stack_.depth())) {
    stack_.drop_waiting();
    return true;
  }
  Sleepers unseen = kNobody;
  if (!recall(state, hash, unseen)) return push(hash, kAllProcesses, asleep, false);
  const Sleepers missing = unseen & ~asleep;
  if (missing == kNobody) {
    stack_.drop_waiting();
    return control_.stop() == Stop::None;
  }
  const std::uint64_t below = stack_.find(state, hash);
  if (below != PathStack::kAbsent) frames_[below].unseen &= asleep;
  // With stubborn sets, a transition may have been left out at an earlier visit for a reason other than sleep, so the
  // state is expanded in full, with fewer transitions asleep.
  return push(hash, uses_preferred_ ? kAllProcesses : missing, unseen & asleep, below != PathStack::kAbsent);
}

bool SleepSearch::push(std::uint64_t hash, Sleepers explore, Sleepers asleep, bool again) {
  if (control_.ended_by(numbered_ ? store_.size() : stats_.states_generated + 1, stats_, stack_.depth())) return false;
  ++stats_.states_generated;
  if (!numbered_) distinct_.see(hash);
  stats_.max_depth = std::max(stats_.max_depth, stack_.depth());
  space_.expand(stack_.waiting(), expansion_);
  system_.sleepers(stack_.waiting(), expansion_.states, sleepers_);
  uses_preferred_ = uses_preferred_ || expansion_.preferred < expansion_.size();
  if (numbered_ && !remember(stack_.waiting(), asleep)) return false;
  if (!stack_.take_waiting(hash) || !frames_.push({asleep, stats_.states_generated - 1, again}))
    return !control_.end(Stop::Memory);

  // A process whose steps are all explored earlier in this loop may sleep in later successors (Godefroid 1996, ch. 5).
  // One that was explored at an earlier visit may not: that visit may be unfinished, with other transitions asleep.
  const std::size_t count = expansion_.size();
  const auto wakes = [&](std::size_t i) {
    const Sleepers self = sleepers_[i].self;
    return (asleep & self) == 0 && (explore == kAllProcesses || (explore & self) != 0);
  };
  expansion_.marks.assign(count, MarkSet());
  awake_.assign(count, false);
  std::array<std::uint32_t, 64> steps_left{};
  for (std::size_t i = 0; i < count; ++i)
    if (sleepers_[i].self != 0) ++steps_left[number_of(sleepers_[i].self)];
  Sleepers before = asleep;
  for (std::size_t i = 0; i < count; ++i) {
    const Sleepers self = sleepers_[i].self;
    awake_[i] = wakes(i);
    if (awake_[i]) expansion_.marks[i] = MarkSet(before & sleepers_[i].undisturbed);
    if (self != 0 && --steps_left[number_of(self)] == 0 && awake_[i]) before |= self;
  }
  if (preferred_edge_leaves(stack_, expansion_, &awake_))
    std::fill(awake_.begin() + static_cast<std::ptrdiff_t>(expansion_.preferred), awake_.end(), false);
  if (!stack_.add_waiting(expansion_, awake_)) return !control_.end(Stop::Memory);
  stats_.transitions += static_cast<std::uint64_t>(std::count(awake_.begin(), awake_.end(), true));
  stats_.states = numbered_ ? store_.size() : stats_.states_generated;
  stats_.stored_peak = std::max(stats_.stored_peak, store_.size() + (numbered_ ? 0 : stack_.depth()));
  if (control_.cut())
    return !control_.ended(stats_, stack_.depth());  // an incomplete expansion may look like a deadlock
  return take_defect(control_, space_, stack_, expansion_, wanted_, result_);
}

bool SleepSearch::backtrack() {
  const Frame frame = frames_.back();
  // If the same state is still being explored further down, it is stored when that visit ends.
  if (!numbered_ && !frame.again) remember(stack_.top(), frame.unseen);
  frames_.pop();
  stack_.pop();
  return control_.stop() == Stop::None;
}

}  // namespace weir
