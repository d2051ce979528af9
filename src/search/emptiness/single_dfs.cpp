// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/single_dfs.h"

#include <unordered_set>

#include "search/lasso/lasso_builder.h"

namespace weir {

SingleSearch::SingleSearch(SearchSpace& space, StateStore& store, SearchControl& control, Cycles cycles)
    : graph_(space, store, control),
      cycles_(cycles),
      colour_(control.budget()),
      frames_(control.budget()),
      targets_(control.budget()),
      rejecting_(graph_, cycles == Cycles::Accepting) {}

SearchResult SingleSearch::run() {
  SearchControl& control = graph_.control();
  if (control.resume(*this)) {
    if (control.stop() == Stop::None && search()) return report();
  } else if (!rejecting_.start(roots_)) {
    return finished(control, graph_.stats);
  }
  if (cycles_ == Cycles::Unmarked) return run_unmarked();
  if (run_from_roots()) return report();
  const auto done = [this](StateId state) {
    if (!colour_.extend(graph_.store().size())) return false;
    colour_[index_of(state)] = static_cast<std::uint8_t>(Colour::Done);
    return true;
  };
  while (control.stop() == Stop::None && rejecting_.run(roots_, done)) {
    next_ = 0;
    if (run_from_roots()) return report();
  }
  return finished(control, graph_.stats);
}

SearchResult SingleSearch::run_unmarked() {
  // Where some edges are not followed, every state that is discovered is a start: the store is the list of them.
  for (; next_ < graph_.store().size() && graph_.control().stop() == Stop::None; ++next_) {
    if (search_from(next_, 0)) return report();
  }
  return finished(graph_.control(), graph_.stats);
}

bool SingleSearch::run_from_roots() {
  for (; next_ < roots_.size() && graph_.control().stop() == Stop::None; ++next_) {
    if (search_from(roots_[next_].state, roots_[next_].depth)) return true;
  }
  return false;
}

bool SingleSearch::search_from(std::uint32_t start, std::uint64_t depth) {
  if (start < colour_.size() && colour(start) != Colour::New) return false;
  depth_ = depth;
  return push(start) && search();
}

void SingleSearch::serialize(Archive& archive) {
  graph_.serialize(archive);
  archive.values(roots_);
  archive.value(next_);
  archive.value(depth_);
  archive.values(colour_);
  archive.values(frames_);
  archive.values(targets_);
  if (archive.loading() && archive.good()) archive.require(sensible());
}

/// The frames are the states on the stack, each once, and every target has a colour.
bool SingleSearch::sensible() {
  std::uint64_t targets = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const std::uint32_t state = frames_[i].state;
    if (state >= colour_.size() || Colour{colour_[state]} != Colour::OnStack) return false;
    colour_[state] = static_cast<std::uint8_t>(Colour::Done);
    targets += frames_[i].remaining;
  }
  bool right = targets == targets_.size() && colour_.size() <= graph_.store().size();
  for (const RejectingRegion::Waiting& root : roots_) right = right && root.state < graph_.store().size();
  for (std::size_t i = 0; i < colour_.size(); ++i) {
    right = right && (Colour{colour_[i]} == Colour::New || Colour{colour_[i]} == Colour::Done);
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) right = right && targets_[i] < colour_.size();
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    colour_[frames_[i].state] = static_cast<std::uint8_t>(Colour::OnStack);
  }
  return right;
}

bool SingleSearch::search() {
  while (!frames_.empty()) {
    if (first_ != kNothing) return true;
    if (graph_.control().pause(*this)) return false;
    Frame& top = frames_.back();
    if (top.remaining == 0) {
      colour_[top.state] = static_cast<std::uint8_t>(Colour::Done);
      frames_.pop();
      continue;
    }
    --top.remaining;
    const std::uint32_t target = targets_.back();
    targets_.pop();
    if (colour(target) != Colour::New || graph_.control().too_deep(depth_ + frames_.size())) continue;
    if (!push(target)) return false;
  }
  return false;
}

/// Enters a state. Its edges to states met before are looked at here, all at once; the others are left to be taken.
bool SingleSearch::push(std::uint32_t state) {
  graph_.frontier = frames_.size();
  const std::uint64_t depth = depth_ + frames_.size();
  if (!graph_.expand(StateId{state}, depth)) return false;
  bool fits = colour_.extend(graph_.store().size()) && frames_.push({state, 0});
  if (fits) colour_[state] = static_cast<std::uint8_t>(Colour::OnStack);
  for (std::size_t i = 0; i < graph_.size() && fits; ++i) __builtin_prefetch(&colour_[index_of(graph_.target(i))]);
  for (std::size_t i = graph_.size(); i-- > 0 && fits;) {
    if (cycles_ == Cycles::Unmarked && !graph_.marks(i).empty()) continue;
    const std::uint32_t target = static_cast<std::uint32_t>(graph_.target(i));
    if (colour(target) == Colour::New) {
      if (!rejecting_.contains(graph_.expansion().states.state(i))) {
        fits = targets_.push(target);
        frames_.back().remaining += fits;
      } else if (graph_.is_new(i)) {
        fits = rejecting_.add(StateId{target}, depth + 1);
      }
    } else if (colour(target) == Colour::OnStack && fails(target)) {
      for (first_ = 0; frames_[first_].state != target;) ++first_;
      return true;
    }
  }
  return fits || !graph_.control().end(Stop::Memory);
}

bool SingleSearch::fails(std::uint32_t state) {
  if (cycles_ == Cycles::Unmarked) return true;
  return graph_.space().strength_at(graph_.state(StateId{state})) != ComponentStrength::Rejecting;
}

SearchResult SingleSearch::report() {
  std::unordered_set<std::uint32_t> inside;
  for (std::size_t i = first_; i < frames_.size(); ++i) inside.insert(frames_[i].state);
  FailingRegion region;
  region.visited = [this](StateId id) {
    return index_of(id) < colour_.size() && Colour{colour_[index_of(id)]} != Colour::New;
  };
  region.contains = [&inside](StateId id) { return inside.contains(static_cast<std::uint32_t>(id)); };
  if (cycles_ == Cycles::Unmarked) {
    region.avoid = MarkSet::single(0);
  } else if (!rejecting_.used()) {
    for (std::size_t i = 0; i <= first_; ++i) region.path.push_back(StateId{frames_[i].state});
  }
  SearchResult result = finished(graph_.control(), graph_.stats);
  result.outcome = SearchResult::Outcome::Found;
  result.run = build_lasso(graph_, region);
  return result;
}

}  // namespace weir
