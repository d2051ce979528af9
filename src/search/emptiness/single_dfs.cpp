// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/single_dfs.h"

#include <unordered_set>

#include "search/lasso/lasso_builder.h"

namespace weir {

SingleSearch::SingleSearch(SearchSpace& space, StateStore& store, SearchControl& control, Cycles cycles)
    : DepthFirst(space, store, control, 0, cycles == Cycles::Accepting), cycles_(cycles) {}

void SingleSearch::explore_roots() {
  if (cycles_ == Cycles::Accepting) return DepthFirst::explore_roots();
  // If some edges are not followed, every stored state is a start state; the store lists them.
  for (; next_ < graph_.store().size() && !found_ && graph_.control().stop() == Stop::None; ++next_)
    explore_from({next_, 0});
}

void SingleSearch::serialize(Archive& archive) {
  serialize_path(archive);
  if (archive.loading() && archive.good()) archive.require(is_consistent());
}

/// Whether loaded data is consistent: the frames are the states on the stack, each once.
bool SingleSearch::is_consistent() const {
  std::vector<bool> seen(notes_.size(), false);
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const std::uint32_t state = frames_[i].state;
    if (notes_[state] != kOnStack || seen[state]) return false;
    seen[state] = true;
  }
  std::size_t on_stack = 0;
  for (std::size_t i = 0; i < notes_.size(); ++i) {
    if (notes_[i] > kDone) return false;
    on_stack += notes_[i] == kOnStack;
  }
  return on_stack == frames_.size();
}

bool SingleSearch::keeps(std::uint32_t target) {
  if (notes_[target] != kOnStack || !fails(target)) return false;
  for (first_ = 0; frames_[first_].state != target;) ++first_;
  found_ = true;
  return false;
}

bool SingleSearch::fails(std::uint32_t state) {
  if (cycles_ == Cycles::Unmarked) return true;
  return graph_.space().strength_at(graph_.state(StateId{state})) != ComponentStrength::Rejecting;
}

SearchResult SingleSearch::report() {
  std::unordered_set<std::uint32_t> inside;
  for (std::size_t i = first_; i < frames_.size(); ++i) inside.insert(frames_[i].state);
  FailingRegion region;
  region.visited = [this](StateId id) { return note(id) != 0; };
  region.contains = [&inside](StateId id) { return inside.contains(static_cast<std::uint32_t>(id)); };
  if (cycles_ == Cycles::Unmarked) {
    region.avoid = MarkSet::single(0);
  } else if (!rejecting_.used()) {
    for (std::size_t i = 0; i <= first_; ++i) region.path.push_back(StateId{frames_[i].state});
  }
  return found_in(graph_, region);
}

}  // namespace weir
