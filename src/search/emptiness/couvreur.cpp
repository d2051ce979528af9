// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/couvreur.h"

#include "base/assert.h"
#include "search/lasso/lasso_builder.h"

namespace weir {
namespace {

MarkSet all_marks(const SearchSpace& space) {
  const auto sets = space.acceptance().generalized_buchi_sets();
  WEIR_ASSERT(sets.has_value(), "Couvreur's search is for generalised Buchi acceptance");
  return MarkSet::first(*sets);
}

}  // namespace

CouvreurSearch::CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : CouvreurSearch(space, store, control, all_marks(space)) {}

CouvreurSearch::CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control,
                               std::optional<MarkSet> all)
    : DepthFirst(space, store, control, all ? space.mark_count() : 0, all.has_value()),
      live_(control.budget()),
      all_(all),
      root_order_(control.budget()),
      root_marks_(control.budget(), all ? space.mark_count() : 0),
      arc_(control.budget(), all ? space.mark_count() : 0) {}

void CouvreurSearch::serialize(Archive& archive) {
  serialize_path(archive);
  archive.values(live_);
  archive.values(root_order_);
  root_marks_.serialize(archive);
  arc_.serialize(archive);
  if (archive.loading() && archive.good()) archive.require(is_consistent());
}

/// Whether loaded data is consistent: orders grow along the path, the roots are states of the path including the first,
/// and exactly the live states have an order, their index on the stack of live states plus one.
bool CouvreurSearch::is_consistent() const {
  if (root_marks_.size() != root_order_.size() || arc_.size() != root_order_.size()) return false;
  std::size_t ordered = 0;
  for (std::size_t i = 0; i < notes_.size(); ++i) ordered += notes_[i] != 0 && notes_[i] != kDone;
  if (ordered != live_.size() || frames_.empty() != live_.empty()) return false;
  for (std::size_t i = 0; i < live_.size(); ++i)
    if (live_[i] >= notes_.size() || notes_[live_[i]] != i + 1) return false;
  std::uint32_t last = 0;
  std::size_t root = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    const std::uint32_t order = notes_[frames_[i].state];
    if (order == kDone || order <= last || (i == 0 && order != 1)) return false;
    last = order;
    if (root < root_order_.size() && root_order_[root] == order) ++root;
    if (root == 0) return false;
  }
  return root == root_order_.size();
}

std::uint32_t CouvreurSearch::enter(std::uint32_t state, MarkSet marks) {
  if (!live_.push(state) || !root_order_.push(static_cast<std::uint32_t>(live_.size())) || !root_marks_.push({}) ||
      !arc_.push(marks)) {
    return 0;
  }
  if (frames_.size() == 1) {
    trace(StateId{state}, kNoState);
  } else {
    trace(StateId{frames_[frames_.size() - 2].state}, StateId{state});
  }
  return static_cast<std::uint32_t>(live_.size());
}

void CouvreurSearch::close(std::uint32_t target, MarkSet marks) {
  const std::uint32_t order = notes_[target];
  if (order == kDone) return;
  marks |= root_marks_.back();
  while (root_order_.back() > order) {
    root_order_.pop();
    root_marks_.pop();
    marks |= arc_.pop() | root_marks_.back();
  }
  root_marks_.set_back(marks);
  found_ = all_ && marks.includes(*all_);
  trace(StateId{frames_.back().state}, StateId{target});
}

void CouvreurSearch::leave(std::uint32_t state) {
  const std::uint32_t order = notes_[state];
  if (order == root_order_.back()) {
    root_order_.pop();
    root_marks_.pop();
    arc_.pop();
    found_ = fails_when_complete(order);
    for (; live_.size() >= order; live_.pop()) notes_[live_.back()] = kDone;
  }
  trace(StateId{state}, kNoState);
}

SearchResult CouvreurSearch::report() {
  FailingRegion region;
  const std::uint32_t root = root_order_.back();
  region.visited = [this](StateId id) { return note(id) != 0; };
  region.contains = [this, root](StateId id) { return note(id) >= root && note(id) != kDone; };
  region.need = *all_;
  for (std::size_t i = 0; !rejecting_.used() && i < frames_.size() && (i == 0 || notes_[frames_[i - 1].state] < root);
       ++i) {
    region.path.push_back(StateId{frames_[i].state});
  }
  return found_in(graph_, region);
}

void CouvreurSearch::trace(StateId node, StateId target) {
  if (tracer) tracer({node, target, root_order_, root_marks_.content(), arc_.content()});
}

}  // namespace weir
