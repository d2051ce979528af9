// SPDX-License-Identifier: Apache-2.0
#include "search/hunt/random_walk.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "search/hunt/probe.h"
#include "search/lasso/lasso_builder.h"
#include "search/reachability/on_line.h"

namespace weir {

namespace {
constexpr std::uint64_t kShortestWalk = 32;
constexpr std::uint64_t kLongestWalk = std::uint64_t{1} << 20;
constexpr std::uint64_t kLeastProbe = 64;
}  // namespace

RandomWalks::RandomWalks(const HuntTarget& target, const HuntEffort& effort)
    : target_(target),
      effort_(effort),
      space_(target.space),
      control_(effort.budget, effort.limits, effort.observer),
      random_(effort.seed),
      path_(effort.budget, target.space.mark_count()),
      latest_(effort.budget),
      wanted_(target.wanted) {}

DefectResult RandomWalks::run() {
  return outcome_of(control_, [this] {
    // A walk is twice as long as another half as often, so that walks of every length share the effort: errors may be
    // near or deep, and a long walk may be caught in a part of the space without errors.
    const std::uint64_t longest = std::clamp(effort_.states, kShortestWalk, kLongestWalk);
    while (goes_on()) {
      const int doublings = std::countr_zero(random_.next() | (std::uint64_t{1} << 32));
      walk(std::min(kShortestWalk << doublings, longest));
    }
    const bool found = result_.search.outcome == SearchResult::Outcome::Found;
    Run run = std::move(result_.search.run);
    result_.search = finished(control_, stats_);
    result_.search.outcome = found ? SearchResult::Outcome::Found : SearchResult::Outcome::Stopped;
    result_.search.run = std::move(run);
    return std::move(result_);
  });
}

void RandomWalks::walk(std::uint64_t length) {
  forget_path();
  space_.initial(edges_);
  if (edges_.size() == 0) {
    done_ = true;
    return;
  }
  if (!path_.start(edges_.states.state(random_.below(edges_.size())))) control_.end(Stop::Memory);
  while (goes_on() && path_.depth() < length && !control_.too_deep(path_.depth())) {
    const std::uint64_t hash = hash_bytes(path_.waiting());
    if (!any(target_.wanted) && closes_cycle(hash)) return;
    if (!expand_waiting(hash)) return;
  }
  if (any(target_.wanted) || done_ || path_.empty() || control_.stop() != Stop::None) return;
  const std::uint64_t frame = random_.below(path_.depth());
  const std::vector<std::byte> start(path_.state(frame).begin(), path_.state(frame).end());
  auto rest = probe_for_cycle(space_, start, effort_, length / 4 + kLeastProbe, stats_.states_generated);
  if (rest) report_from(frame, std::move(*rest));
}

/// Puts the waiting state on the path and chooses its successor. Returns false if the walk ends there.
bool RandomWalks::expand_waiting(std::uint64_t hash) {
  if (control_.ended(stats_, path_.depth())) return false;
  space_.expand(path_.waiting(), edges_);
  if (control_.cut() && control_.ended(stats_, path_.depth())) return false;  // the expansion may be incomplete
  const std::uint64_t frame = path_.depth();
  if (!any(target_.wanted)) {
    const std::uint64_t known = path_.find(path_.waiting(), hash);
    if (known != PathStack::kAbsent) latest_[known] = frame;
    if (!latest_.push(frame)) return !control_.end(Stop::Memory);
    if (frame > 0)
      for (std::uint64_t marks = path_.waiting_marks().bits(); marks != 0; marks &= marks - 1)
        met_[static_cast<std::size_t>(std::countr_zero(marks))] = frame + 1;
  }
  if (!path_.take_waiting(hash)) return !control_.end(Stop::Memory);
  ++stats_.states_generated;
  stats_.transitions += edges_.size();
  stats_.max_depth = std::max(stats_.max_depth, frame);
  if (any(target_.wanted) && !take_defect(control_, space_, path_, edges_, wanted_, result_)) {
    result_.search.outcome = SearchResult::Outcome::Found;
    done_ = true;
    return false;
  }
  if (edges_.size() == 0) return false;
  choice_ = random_.below(edges_.size());
  chosen_.assign(edges_.size(), false);
  chosen_[choice_] = true;
  if (!path_.add_waiting(edges_, chosen_)) return !control_.end(Stop::Memory);
  return true;
}

/// Whether the edge to the waiting state closes a failing cycle, which is then reported.
bool RandomWalks::closes_cycle(std::uint64_t hash) {
  if (path_.empty()) return false;
  const std::uint64_t first = path_.find(path_.waiting(), hash);
  if (first == PathStack::kAbsent) return false;
  // Inf conditions prefer the longest cycle, Fin conditions the shortest.
  for (const std::uint64_t frame : {first, latest_[first]}) {
    if (!accepts_from(frame)) continue;
    report_cycle(frame);
    return true;
  }
  return false;
}

bool RandomWalks::accepts_from(std::uint64_t frame) const {
  MarkSet marks = path_.waiting_marks();
  for (std::uint32_t mark = 0; mark < space_.mark_count(); ++mark)
    if (met_[mark] > frame + 1) marks.add(mark);
  return space_.acceptance().accepts(marks);
}

void RandomWalks::report_cycle(std::uint64_t frame) {
  done_ = true;
  result_.search.outcome = SearchResult::Outcome::Found;
  if (space_.acceptance().generalized_buchi_sets()) {
    std::vector<std::vector<std::byte>> prefix, cycle;
    for (std::uint64_t i = 0; i < path_.depth(); ++i) {
      const StateView state = path_.state(i);
      (i < frame ? prefix : cycle).emplace_back(state.begin(), state.end());
    }
    result_.search.run = shortened_lasso(space_, prefix, cycle, space_.acceptance().marks());
    return;
  }
  space_.expand(path_.top(), edges_);
  const Step closing = edges_.states.step(choice_);
  Run run = run_of_path(space_, path_);
  if (closing.transition == kDecided) {
    run.prefix.back().last = true;
    result_.search.run = std::move(run);
    return;
  }
  run.prefix.back().step = closing;
  run.prefix.back().stutters = closing.transition == kStutter;
  const auto begin = run.prefix.begin() + static_cast<std::ptrdiff_t>(frame);
  run.cycle.assign(std::make_move_iterator(begin), std::make_move_iterator(run.prefix.end()));
  run.prefix.erase(begin, run.prefix.end());
  result_.search.run = std::move(run);
}

void RandomWalks::report_from(std::uint64_t frame, Run rest) {
  done_ = true;
  result_.search.outcome = SearchResult::Outcome::Found;
  Run run = run_of_path(space_, path_);
  run.prefix.resize(frame + 1);
  result_.search.run = continued_by(std::move(run), std::move(rest));
}

void RandomWalks::forget_path() {
  while (path_.has_waiting() || !path_.empty()) path_.has_waiting() ? path_.drop_waiting() : path_.pop();
  latest_.shrink(0);
  met_.fill(0);
}

}  // namespace weir
