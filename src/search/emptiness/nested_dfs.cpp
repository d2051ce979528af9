// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/nested_dfs.h"

#include <algorithm>
#include <utility>

#include "base/assert.h"
#include "search/lasso/lasso_builder.h"

namespace weir {
namespace {

std::unique_ptr<DegeneralizedSpace> counted(SearchSpace& space) {
  const auto sets = space.acceptance().generalized_buchi_sets();
  WEIR_ASSERT(sets.has_value(), "nested search is for generalised Buchi acceptance");
  return *sets == 1 ? nullptr : std::make_unique<DegeneralizedSpace>(space, *sets);
}

}  // namespace

NestedSearch::NestedSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : counted_(counted(space)),
      original_(space),
      space_(counted_ ? static_cast<SearchSpace&>(*counted_) : space),
      all_(space.acceptance().marks()),
      store_(store),
      control_(control),
      numbered_(store.traits().has_ids),
      forgets_(store.traits().may_forget),
      blue_(control.budget(), 1, forgets_ ? &space_ : nullptr),
      red_(control.budget(), 1, forgets_ ? &space_ : nullptr),
      notes_(control.budget()),
      colours_(control.budget()) {}

SearchResult NestedSearch::run() {
  StateEdges initial;
  space_.initial(initial);
  for (std::size_t i = 0; i < initial.size() && !found_ && control_.stop() == Stop::None; ++i) {
    if (!blue_.start(initial.states.state(i))) control_.end(Stop::Memory);
    if (control_.stop() == Stop::None) blue_search();
  }
  if (forgets_) count_distinct(store_, blue_states_, distinct_, stats_);
  SearchResult result = finished(control_, stats_);
  if (found_) {
    result.outcome = SearchResult::Outcome::Found;
    result.run = control_.rebuilt([&] { return shortened_lasso(original_, prefix_, cycle_, all_); });
  }
  return result;
}

void NestedSearch::blue_search() {
  search_depth_first(
      blue_, [this](std::uint64_t hash) { return visit_blue(hash); }, [this] { return leave_blue(); });
}

bool NestedSearch::visit_blue(std::uint64_t hash) {
  const StateView target = blue_.waiting();
  const bool accepting = !blue_.empty() && !blue_.waiting_marks().empty();
  if (tracer && !blue_.empty()) tracer(blue_.top(), target, false);
  if (const std::uint64_t cyan = blue_.find(target, hash); cyan != PathStack::kAbsent) {
    notes_.back().all_red = false;
    const bool closes = notes_.back().accepting + (accepting ? 1 : 0) > notes_[cyan].accepting;
    // A red search from the target of an accepting edge back to the stack would succeed at once.
    if (plain ? accepting : closes) return report_cycle(cyan);
  } else if (const Colour known = colour(target); known == Colour::White) {
    if (!control_.too_deep(blue_.depth())) return push(blue_, hash);
  } else if (known == Colour::Blue && !blue_.empty()) {
    if (accepting) {
      left_.assign(target.begin(), target.end());
      if (!red_search(left_)) return false;
    } else {
      notes_.back().all_red = false;
    }
  }
  blue_.drop_waiting();
  return control_.stop() == Stop::None;
}

bool NestedSearch::push(PathStack& stack, std::uint64_t hash) {
  const bool is_blue = &stack == &blue_;
  const std::uint64_t states = numbered_ ? store_.size() : blue_states_ + (is_blue ? 1 : 0);
  if (control_.ended_by(states, stats_, blue_.depth())) return false;
  space_.expand(stack.waiting(), edges_);
  ++stats_.states_generated;
  if (is_blue) {
    ++blue_states_;
    if (forgets_) distinct_.see(hash);
    stats_.max_depth = std::max(stats_.max_depth, blue_.depth());
    const std::uint32_t before = blue_.empty() ? 0 : notes_.back().accepting;
    const bool accepting = !blue_.empty() && !blue_.waiting_marks().empty();
    if (!notes_.push({before + (accepting ? 1U : 0U), true})) return !control_.end(Stop::Memory);
  }
  if (!forgets_ && !set_colour(stack.waiting(), is_blue ? Colour::Blue : Colour::Red)) return false;
  if (!stack.take_waiting(hash) || !stack.add_waiting(edges_)) return !control_.end(Stop::Memory);
  stats_.transitions += edges_.size();
  stats_.states = numbered_ ? store_.size() : blue_states_;
  stats_.stored_peak = std::max(stats_.stored_peak, store_.size() + (forgets_ ? blue_.depth() + red_.depth() : 0));
  return !control_.cut() || !control_.ended(stats_, blue_.depth());  // the expansion may be incomplete
}

bool NestedSearch::leave_blue() {
  const StateView top = blue_.top();
  left_.assign(top.begin(), top.end());
  if (tracer) tracer(left_, left_, true);
  const bool all_red = notes_.back().all_red && !plain;
  const bool accepting = blue_.depth() > 1 && !blue_.marks_into(blue_.depth() - 1).empty();
  if (all_red) {
    if (!set_colour(left_, Colour::Red)) return false;
  } else if (forgets_ && !set_colour(left_, Colour::Blue)) {
    return false;
  }
  blue_.pop();
  notes_.pop();
  if (blue_.empty() || all_red) return true;
  if (accepting) return red_search(left_);
  notes_.back().all_red = false;
  return true;
}

/// Reports a cycle if a state on the blue stack is reachable from `start`, the target of an accepting edge out of the
/// top. Returns whether the blue search goes on.
bool NestedSearch::red_search(StateView start) {
  if (!red_.start(start)) return !control_.end(Stop::Memory);
  const auto leave = [this] {
    if (forgets_ && !set_colour(red_.top(), Colour::Red)) return false;
    red_.pop();
    return true;
  };
  return search_depth_first(
      red_, [this](std::uint64_t hash) { return visit_red(hash); }, leave);
}

bool NestedSearch::visit_red(std::uint64_t hash) {
  const StateView target = red_.waiting();
  if (const std::uint64_t cyan = blue_.find(target, hash); cyan != PathStack::kAbsent) return report_cycle(cyan);
  const bool done = colour(target) == Colour::Red || (forgets_ && red_.find(target, hash) != PathStack::kAbsent);
  if (!done) return push(red_, hash);
  red_.drop_waiting();
  return control_.stop() == Stop::None;
}

/// Keeps the cycle: the blue stack from its cyan state on, then the red stack, whose top has an edge back to that
/// state.
bool NestedSearch::report_cycle(std::uint64_t cyan) {
  found_ = true;
  const auto copy = [&](StateView state) {
    const StateView inner = counted_ ? DegeneralizedSpace::inner(state) : state;
    return std::vector<std::byte>(inner.begin(), inner.end());
  };
  for (std::uint64_t frame = 0; frame < blue_.depth(); ++frame) {
    (frame < cyan ? prefix_ : cycle_).push_back(copy(blue_.state(frame)));
  }
  for (std::uint64_t frame = 0; frame < red_.depth(); ++frame) cycle_.push_back(copy(red_.state(frame)));
  return false;  // the search ends
}

StateView NestedSearch::key(StateView state, Colour colour) {
  key_.assign(state.begin(), state.end());
  key_.push_back(std::byte(colour == Colour::Red ? 1 : 0));
  return key_;
}

NestedSearch::Colour NestedSearch::colour(StateView state) {
  if (!numbered_) {
    if (store_.contains(key(state, Colour::Red))) return Colour::Red;
    return store_.contains(key(state, Colour::Blue)) ? Colour::Blue : Colour::White;
  }
  const Insertion insertion = store_.insert(state, blue_.depth());
  if (insertion.full() || !colours_.extend(store_.size())) {
    control_.end(Stop::Memory);
    return Colour::Red;
  }
  return Colour{colours_[index_of(insertion.id)]};
}

bool NestedSearch::set_colour(StateView state, Colour colour) {
  const Insertion insertion = store_.insert(numbered_ ? state : key(state, colour), blue_.depth());
  if (insertion.full() || (numbered_ && !colours_.extend(store_.size()))) return !control_.end(Stop::Memory);
  if (numbered_) colours_[index_of(insertion.id)] = static_cast<std::uint8_t>(colour);
  return true;
}

}  // namespace weir
