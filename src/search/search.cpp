// SPDX-License-Identifier: Apache-2.0
#include "search/search.h"

#include <algorithm>

namespace weir {

namespace {
using Clock = std::chrono::steady_clock;
constexpr auto kReportEvery = std::chrono::milliseconds(200);
}  // namespace

SearchControl::SearchControl(MemoryBudget& budget, const SearchLimits& limits, Observer* observer, std::string property)
    : budget_(budget),
      limits_(limits),
      observer_(observer),
      property_(std::move(property)),
      start_(Clock::now()),
      last_report_(start_) {}

double SearchControl::seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

SearchControl SearchControl::unbounded() const {
  SearchLimits limits;
  if (limits_.seconds > 0) limits.seconds = std::max(limits_.seconds - seconds(), 1e-3);
  return {budget_, limits, observer_, property_};
}

bool SearchControl::look(const Statistics& stats, std::uint64_t frontier) {
  until_look_ = kLookEvery;
  if (stop_ != Stop::None) return true;
  const auto now = Clock::now();
  if (limits_.seconds > 0 && std::chrono::duration<double>(now - start_).count() > limits_.seconds) {
    return end(Stop::Time);
  }
  if (observer_ == nullptr) return false;
  if (observer_->interrupted()) return end(Stop::Interrupted);
  if (now - last_report_ >= kReportEvery) {
    last_report_ = now;
    Observer::Progress progress{property_, stats, frontier, 0};
    progress.stats.seconds = seconds();
    progress.stats.memory_bytes = budget_.used();
    if (budget_.limit() != MemoryBudget::kUnlimited) progress.memory_limit = budget_.limit();
    observer_->progress(progress);
  }
  return false;
}

std::string stop_reason(const SearchResult& result) {
  switch (result.stop) {
    case Stop::Memory: return "the memory limit was reached";
    case Stop::Time: return "the time limit was reached";
    case Stop::States: return "the limit of states was reached";
    case Stop::Interrupted: return "interrupted";
    case Stop::None: break;
  }
  return "the depth limit cut off part of the state space";
}

SearchResult finished(const SearchControl& control, const Statistics& stats) {
  SearchResult result;
  const bool whole = control.stop() == Stop::None && !control.truncated();
  result.outcome = whole ? SearchResult::Outcome::Exhausted : SearchResult::Outcome::Stopped;
  result.stop = control.stop();
  result.stats = stats;
  result.stats.memory_bytes = control.memory_used();
  result.stats.seconds = control.seconds();
  return result;
}

/// Near the limit of states, one by one.
bool Expander::insert_up_to(std::uint64_t max_states, std::uint64_t depth) {
  insertions_.clear();
  for (std::size_t i = 0; i < expansion_.size(); ++i) {
    const StateView state = expansion_.states.state(i);
    if (store_.size() >= max_states && !store_.contains(state)) return !control_.end(Stop::States);
    insertions_.push_back(store_.insert(state, depth));
    if (insertions_.back().full()) return !control_.end(Stop::Memory);
  }
  return true;
}

bool Expander::insert_within_limit(std::uint64_t depth) {
  const std::uint64_t max_states = control_.limits().max_states;
  if (max_states == 0 || store_.size() + expansion_.size() <= max_states) return insert(depth);
  return insert_up_to(max_states, depth);
}

bool Expander::insert(std::uint64_t depth) {
  store_.insert_all(expansion_.states, insertions_, depth);
  if (!insertions_.empty() && insertions_.back().full()) {
    control_.end(Stop::Memory);
    return false;
  }
  return true;
}

/// The preferred successors, and the others only if the proviso asks for them.
bool Expander::insert_preferred(std::uint64_t depth) {
  insertions_.clear();
  bool leads_on = false;
  for (std::size_t i = 0; i < expansion_.preferred; ++i) {
    insertions_.push_back(store_.insert(expansion_.states.state(i), depth));
    const Insertion& insertion = insertions_.back();
    if (insertion.full()) return !control_.end(Stop::Memory);
    leads_on = leads_on || insertion.inserted() || proviso(insertion.id);
  }
  if (leads_on) {
    chose = true;
    expansion_.keep_preferred();
    return true;
  }
  for (std::size_t i = expansion_.preferred; i < expansion_.size(); ++i) {
    insertions_.push_back(store_.insert(expansion_.states.state(i), depth));
    if (insertions_.back().full()) return !control_.end(Stop::Memory);
  }
  return true;
}

bool Expander::initial() {
  space_.initial(expansion_);
  const bool fits = insert_within_limit(0);
  stats.states = stats.states_generated = stats.stored_peak = store_.size();
  return fits;
}

bool Expander::initial_again() {
  space_.initial(expansion_);
  return insert(0);
}

bool Expander::expand(StateId state, std::uint64_t depth) {
  if (control_.ended(stats, frontier)) return false;
  space_.expand(store_.get(state, scratch_), expansion_);
  chose = false;
  const bool choose = expansion_.preferred < expansion_.size() && proviso;
  const bool fits = choose ? insert_preferred(depth + 1) : insert_within_limit(depth + 1);
  note_expansion(depth, fits ? expansion_.size() : 0);
  return fits;
}

bool Expander::expand_again(StateId state) {
  space_.expand(store_.get(state, scratch_), expansion_);
  if (expansion_.preferred >= expansion_.size()) return insert(0);
  // Not every edge was taken: what was not reached must not become known.
  insertions_.clear();
  for (std::size_t i = 0; i < expansion_.size(); ++i) {
    const StateView target = expansion_.states.state(i);
    insertions_.push_back(store_.contains(target) ? store_.insert(target)
                                                  : Insertion{Insertion::Outcome::Present, kNoState});
  }
  return true;
}

}  // namespace weir
