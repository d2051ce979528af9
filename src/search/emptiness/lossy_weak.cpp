// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/lossy_weak.h"

#include <algorithm>

#include "search/lasso/lasso_builder.h"

namespace weir {

LossyWeakSearch::LossyWeakSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : space_(space),
      store_(store),
      control_(control),
      stack_(control.budget(), 0, store.traits().may_forget ? &space : nullptr) {}

SearchResult LossyWeakSearch::run() {
  StateEdges initial;
  space_.initial(initial);
  for (std::size_t i = 0; i < initial.size() && control_.stop() == Stop::None; ++i) {
    if (search_from(initial.states.state(i))) return report();
  }
  return conclude();
}

bool LossyWeakSearch::search_from(StateView start) {
  if (!stack_.start(start)) return !control_.end(Stop::Memory);
  search_depth_first(
      stack_, [this](std::uint64_t hash) { return visit(hash); },
      [this] {
        if (store_.insert(stack_.top(), stack_.depth()).full()) return !control_.end(Stop::Memory);
        stack_.pop();
        return true;
      });
  return found_;
}

bool LossyWeakSearch::visit(std::uint64_t hash) {
  const StateView next = stack_.waiting();
  first_ = stack_.find(next, hash);
  const bool on_stack = first_ != PathStack::kAbsent;
  found_ = on_stack && space_.strength_at(next) != ComponentStrength::Rejecting;
  if (found_) return false;
  if (!on_stack && !control_.too_deep(stack_.depth()) && !store_.contains(next)) return push(hash);
  stack_.drop_waiting();
  return true;
}

bool LossyWeakSearch::push(std::uint64_t hash) {
  if (control_.ended_by(stats_.states_generated + 1, stats_, stack_.depth())) return false;
  ++stats_.states_generated;
  if (store_.traits().may_forget) distinct_.see(hash);
  stats_.max_depth = std::max(stats_.max_depth, stack_.depth());
  space_.expand(stack_.waiting(), expansion_);
  if (!stack_.take_waiting(hash) || !stack_.add_waiting(expansion_)) return !control_.end(Stop::Memory);
  stats_.transitions += expansion_.size();
  stats_.states = store_.traits().may_forget ? stats_.states_generated : store_.size() + stack_.depth();
  stats_.stored_peak = std::max(stats_.stored_peak, store_.size() + stack_.depth());
  return !control_.cut() || !control_.ended(stats_, stack_.depth());  // the expansion may be incomplete
}

SearchResult LossyWeakSearch::conclude() {
  if (store_.traits().may_forget) count_distinct(store_, stats_.states_generated, distinct_, stats_);
  return finished(control_, stats_);
}

SearchResult LossyWeakSearch::report() {
  std::vector<std::vector<std::byte>> prefix, cycle;
  for (std::uint64_t frame = 0; frame < stack_.depth(); ++frame) {
    const StateView state = stack_.state(frame);
    (frame < first_ ? prefix : cycle).emplace_back(state.begin(), state.end());
  }
  SearchResult result = conclude();
  result.outcome = SearchResult::Outcome::Found;
  // Every cycle through these states fails, so marks do not matter.
  result.run = control_.rebuilt([&] { return shortened_lasso(space_, prefix, cycle, {}); });
  return result;
}

}  // namespace weir
