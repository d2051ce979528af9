// SPDX-License-Identifier: Apache-2.0
#include "search/emptiness/couvreur.h"

#include "base/assert.h"
#include "search/lasso/lasso_builder.h"

namespace weir {

CouvreurSearch::CouvreurSearch(SearchSpace& space, StateStore& store, SearchControl& control)
    : graph_(space, store, control),
      rejecting_(graph_),
      frames_(control.budget()),
      edge_targets_(control.budget()),
      edge_marks_(control.budget(), space.mark_count()),
      order_(control.budget()),
      live_(control.budget()),
      root_order_(control.budget()),
      root_marks_(control.budget(), space.mark_count()),
      arc_(control.budget(), space.mark_count()) {
  const auto sets = space.acceptance().generalized_buchi_sets();
  WEIR_ASSERT(sets.has_value(), "Couvreur's search is for generalised Buchi acceptance");
  all_ = MarkSet::first(*sets);
}

SearchResult CouvreurSearch::run() {
  SearchControl& control = graph_.control();
  if (control.resume(*this)) {
    if (control.stop() == Stop::None && explore()) return report();
  } else if (!rejecting_.start(roots_)) {
    return finished(control, graph_.stats);
  }
  if (explore_all()) return report();
  const auto removed = [this](StateId state) {
    if (!order_.extend(graph_.store().size())) return false;
    order_[index_of(state)] = kRemoved;
    return true;
  };
  while (control.stop() == Stop::None && rejecting_.run(roots_, removed)) {
    next_ = 0;
    if (explore_all()) return report();
  }
  return finished(control, graph_.stats);
}

void CouvreurSearch::serialize(Archive& archive) {
  graph_.serialize(archive);
  archive.values(roots_);
  archive.value(next_);
  archive.value(depth_);
  archive.values(frames_);
  archive.values(edge_targets_);
  edge_marks_.serialize(archive);
  archive.values(order_);
  archive.values(live_);
  archive.values(root_order_);
  root_marks_.serialize(archive);
  arc_.serialize(archive);
  if (archive.loading() && archive.good()) archive.require(sensible());
}

/// Along the path orders grow; the roots are some of its states, the first one among them. The order of a state is its
/// place on the stack of live states, and other states have none.
bool CouvreurSearch::sensible() {
  const std::uint64_t states = graph_.store().size();
  if (edge_marks_.size() != edge_targets_.size() || root_marks_.size() != root_order_.size() ||
      arc_.size() != root_order_.size() || order_.size() > states)
    return false;
  for (const RejectingRegion::Waiting& root : roots_)
    if (root.state >= states) return false;
  for (std::size_t i = 0; i < edge_targets_.size(); ++i)
    if (edge_targets_[i] >= order_.size()) return false;
  std::size_t ordered = 0;
  for (std::size_t i = 0; i < order_.size(); ++i) ordered += order_[i] != 0 && order_[i] != kRemoved;
  if (ordered != live_.size() || frames_.empty() != live_.empty()) return false;
  for (std::size_t i = 0; i < live_.size(); ++i)
    if (live_[i] >= order_.size() || order_[live_[i]] != i + 1) return false;
  std::uint64_t edges = 0;
  std::uint32_t last = 0;
  std::size_t root = 0;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    edges += frames_[i].remaining;
    if (frames_[i].state >= order_.size()) return false;
    const std::uint32_t order = order_[frames_[i].state];
    if (order == kRemoved || order <= last || (i == 0 && order != 1)) return false;
    last = order;
    if (root < root_order_.size() && root_order_[root] == order) ++root;
    if (root == 0) return false;
  }
  return edges == edge_targets_.size() && root == root_order_.size();
}

bool CouvreurSearch::explore_all() {
  for (; next_ < roots_.size() && graph_.control().stop() == Stop::None; ++next_) {
    const StateId root{roots_[next_].state};
    if (index_of(root) < order_.size() && order_[index_of(root)] != 0) continue;
    depth_ = roots_[next_].depth;
    if (!push(root, {})) return false;
    trace(root, kNoState);
    if (explore()) return true;
  }
  return false;
}

/// True: the component on top of the roots is a failing one.
bool CouvreurSearch::explore() {
  while (!frames_.empty() && !graph_.control().pause(*this)) {
    Frame& top = frames_.back();
    const StateId node{top.state};
    if (top.remaining == 0) {
      pop();
      trace(node, kNoState);
      continue;
    }
    --top.remaining;
    const StateId target{edge_targets_.back()};
    const MarkSet marks = edge_marks_.pop();
    edge_targets_.pop();
    const std::uint32_t order = order_[index_of(target)];
    if (order == 0) {
      if (graph_.control().too_deep(depth_ + frames_.size())) continue;
      if (!push(target, marks)) return false;
    } else if (order != kRemoved) {
      if (merge(order, marks)) {
        trace(node, target);
        return true;
      }
    } else {
      continue;
    }
    trace(node, target);
  }
  return false;
}

bool CouvreurSearch::push(StateId state, MarkSet arc) {
  graph_.frontier = frames_.size();
  const std::uint64_t depth = depth_ + frames_.size();
  if (!graph_.expand(state, depth)) return false;
  if (!order_.extend(graph_.store().size())) return out_of_memory();
  for (std::size_t i = 0; i < graph_.size(); ++i) __builtin_prefetch(&order_[index_of(graph_.target(i))]);
  std::uint32_t edges = 0;
  for (std::size_t i = graph_.size(); i-- > 0;) {
    const StateId target = graph_.target(i);
    const std::uint32_t order = order_[index_of(target)];
    if (order == kRemoved) continue;
    if (order == 0 && rejecting_.contains(graph_.expansion().states.state(i))) {
      if (graph_.is_new(i) && !rejecting_.add(target, depth + 1)) return out_of_memory();
      continue;
    }
    if (!edge_targets_.push(static_cast<std::uint32_t>(target)) || !edge_marks_.push(graph_.marks(i))) {
      return out_of_memory();
    }
    ++edges;
  }
  const auto number = static_cast<std::uint32_t>(state);
  if (!frames_.push({number, edges}) || !live_.push(number) ||
      !root_order_.push(static_cast<std::uint32_t>(live_.size())) || !root_marks_.push({}) || !arc_.push(arc)) {
    return out_of_memory();
  }
  order_[number] = static_cast<std::uint32_t>(live_.size());
  return true;
}

bool CouvreurSearch::merge(std::uint32_t order, MarkSet marks) {
  marks |= root_marks_.back();
  while (root_order_.back() > order) {
    root_order_.pop();
    root_marks_.pop();
    marks |= arc_.pop() | root_marks_.back();
  }
  root_marks_.set_back(marks);
  return marks.includes(all_);
}

void CouvreurSearch::pop() {
  const std::uint32_t order = order_[frames_.back().state];
  frames_.pop();
  if (order != root_order_.back()) return;
  root_order_.pop();
  root_marks_.pop();
  arc_.pop();
  remove_component(order);
}

void CouvreurSearch::remove_component(std::uint32_t root_order) {
  while (live_.size() >= root_order) {
    order_[live_.back()] = kRemoved;
    live_.pop();
  }
}

bool CouvreurSearch::out_of_memory() {
  graph_.control().end(Stop::Memory);
  return false;
}

SearchResult CouvreurSearch::report() {
  FailingRegion region;
  const std::uint32_t root = root_order_.back();
  const auto order_of = [this](StateId id) { return index_of(id) < order_.size() ? order_[index_of(id)] : 0; };
  region.visited = [=](StateId id) { return order_of(id) != 0; };
  region.contains = [=](StateId id) { return order_of(id) >= root && order_of(id) != kRemoved; };
  region.need = all_;
  for (std::size_t i = 0; !rejecting_.used() && i < frames_.size() && (i == 0 || order_[frames_[i - 1].state] < root);
       ++i) {
    region.path.push_back(StateId{frames_[i].state});
  }
  SearchResult result = finished(graph_.control(), graph_.stats);
  result.outcome = SearchResult::Outcome::Found;
  result.run = build_lasso(graph_, region);
  return result;
}

void CouvreurSearch::trace(StateId node, StateId target) {
  if (!tracer) return;
  View view{node, target, root_order_, {}, {}, order_};
  view.root_marks = root_marks_.content();
  view.arc = arc_.content();
  tracer(view);
}

}  // namespace weir
