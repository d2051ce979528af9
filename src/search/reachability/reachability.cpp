// SPDX-License-Identifier: Apache-2.0
#include "search/reachability/reachability.h"

#include <algorithm>
#include <utility>

#include <weir/catalogue.h>

#include "base/table/hash.h"
#include "search/reachability/on_line.h"

namespace weir {

template <>
std::span<const Choice<SearchOrder>> choices() {
  static constexpr Choice<SearchOrder> kRows[] = {
      {SearchOrder::DepthFirst, "dfs", "depth-first"},
      {SearchOrder::BreadthFirst, "bfs", "breadth-first: shortest runs"},
      {SearchOrder::Random, "random", "depth-first with the successors in random order"},
  };
  return kRows;
}

Reachability::Reachability(SearchSpace& space, StateStore& store, SearchControl& control, SearchOrder order,
                           std::uint64_t seed)
    : graph_(space, store, control),
      order_(order),
      random_(seed),
      parents_(control.budget()),
      frames_(control.budget()),
      waiting_(control.budget()),
      visit_(control.budget()) {}

DefectResult Reachability::run(Defect wanted) {
  wanted_ = wanted;
  const bool ready = graph_.control().resume(*this) ? graph_.control().stop() == Stop::None : begin();
  if (ready && order_ == SearchOrder::BreadthFirst) {
    breadth_first();
  } else if (ready) {
    depth_first();
  }
  graph_.proviso = nullptr;
  result_.search = finished(graph_.control(), graph_.stats);
  if (!any(wanted_)) result_.search.outcome = SearchResult::Outcome::Found;
  return std::move(result_);
}

bool Reachability::begin() {
  if (!graph_.initial()) return false;
  level_end_ = graph_.store().size();
  if (order_ == SearchOrder::BreadthFirst) return note_parents(kNoState);
  if (!add_waiting()) return false;
  roots_ = static_cast<std::uint32_t>(waiting_.size());
  return true;
}

void Reachability::serialize(Archive& archive) {
  graph_.serialize(archive);
  archive.value(random_);
  weir::serialize(archive, wanted_, result_.found);
  archive.value(next_);
  archive.value(depth_);
  archive.value(level_end_);
  archive.values(parents_);
  archive.value(roots_);
  archive.value(entered_);
  archive.values(frames_);
  archive.values(waiting_);
  archive.values(visit_);
  if (archive.loading() && archive.good()) archive.require(is_consistent());
}

bool Reachability::is_consistent() const {
  const std::uint64_t states = const_cast<Expander&>(graph_).store().size();
  if (order_ == SearchOrder::BreadthFirst) {
    if (next_ > states || level_end_ > states || next_ > level_end_) return false;
    if (parents_.size() != (keeps_parents ? states : 0)) return false;
    for (std::size_t i = 0; i < parents_.size(); ++i) {
      if (parents_[i].source != kNoState && index_of(parents_[i].source) >= i) return false;
    }
    return true;
  }
  std::uint64_t waiting = roots_;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    waiting += frames_[i].waiting;
    if (frames_[i].state >= states) return false;
  }
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    if (waiting_[i].state >= states) return false;
  }
  return waiting == waiting_.size() && visit_.size() <= states;
}

void Reachability::breadth_first() {
  graph_.proviso = [this](StateId id) { return index_of(id) > next_; };
  while (next_ < graph_.store().size() && any(wanted_)) {
    if (graph_.control().pause(*this)) return;
    if (next_ == level_end_) {
      ++depth_;
      level_end_ = graph_.store().size();
      if (graph_.control().too_deep(depth_)) return;
    }
    graph_.frontier = graph_.store().size() - next_;
    if (!expand_level()) return;
  }
}

/// Expands one group of states of the level. The states of a group with a defect are expanded one by one.
bool Reachability::expand_level() {
  const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(graph_.group_size(), level_end_ - next_));
  if (next_ >= alone_until_) {
    switch (graph_.expand_group(next_, count, depth_, group_)) {
      case Expander::Together::Ended: return false;
      case Expander::Together::Expanded:
        if (!note_parents(group_, count)) return false;
        next_ += count;
        return true;
      case Expander::Together::Refused: alone_until_ = next_ + count; break;
    }
  }
  const StateId state{static_cast<std::uint32_t>(next_)};
  if (!graph_.expand(state, depth_) || !note_parents(state)) return false;
  if (any(graph_.expansion().defect & wanted_)) {
    path_.clear();
    for (PathEdge edge = parents_[next_]; edge.source != kNoState; edge = parents_[index_of(edge.source)])
      path_.push_back(edge);
    std::reverse(path_.begin(), path_.end());
    note_defect(state);
  }
  ++next_;
  return true;
}

/// Records `source` as the parent of its new successors.
bool Reachability::note_parents(StateId source) {
  if (!keeps_parents) return true;
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    if (graph_.is_new(i) && !parents_.push({source, i})) return !graph_.control().end(Stop::Memory);
  }
  return true;
}

/// The same for the states from number next_ on.
bool Reachability::note_parents(const Expander::Group& group, std::size_t count) {
  if (!keeps_parents) return true;
  std::size_t edge = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const StateId source{static_cast<std::uint32_t>(next_ + i)};
    for (const std::size_t begin = edge; edge < group.ends[i]; ++edge) {
      if (group.targets[edge].inserted() && !parents_.push({source, static_cast<std::uint32_t>(edge - begin)}))
        return !graph_.control().end(Stop::Memory);
    }
  }
  return true;
}

void Reachability::depth_first() {
  // A state that waits further down will be entered from here first, so it is left before the top.
  if (uses_preferred)
    graph_.proviso = [this](StateId id) { return index_of(id) >= visit_.size() || visit_[index_of(id)] != kEntered; };
  while (any(wanted_) && !graph_.control().pause(*this)) {
    std::uint32_t& left = frames_.empty() ? roots_ : frames_.back().waiting;
    if (left == 0) {
      if (frames_.empty()) return;
      if (!note_visit(frames_.back().state, kLeft)) return;
      frames_.pop();
      continue;
    }
    --left;
    const Waiting next = waiting_.back();
    waiting_.pop();
    if (next.state < visit_.size() && visit_[next.state] != kWaiting) continue;  // entered from elsewhere meanwhile
    if (graph_.control().too_deep(frames_.size())) continue;
    if (!push(next)) return;
  }
}

bool Reachability::note_visit(std::uint32_t state, Visit visit) {
  if (!uses_preferred) return true;
  if (!visit_.extend(graph_.store().size())) return !graph_.control().end(Stop::Memory);
  visit_[state] = visit;
  return true;
}

bool Reachability::push(Waiting next) {
  const StateId state{next.state};
  graph_.frontier = frames_.size();
  if (!note_visit(next.state, kEntered) || !graph_.expand(state, frames_.size())) return false;
  const std::size_t below = waiting_.size();
  ++entered_;
  if (!frames_.push({next.state, next.edge, 0})) return !graph_.control().end(Stop::Memory);
  if (!add_waiting()) return false;
  frames_.back().waiting = static_cast<std::uint32_t>(waiting_.size() - below);
  if (any(graph_.expansion().defect & wanted_)) {
    path_.clear();
    for (std::size_t i = 1; i < frames_.size(); ++i) path_.push_back({StateId{frames_[i - 1].state}, frames_[i].edge});
    note_defect(state);
  }
  return true;
}

/// Pushes only new successors, the first of them topmost, so each state is on the stack once. If only preferred edges
/// were kept, states already waiting are pushed again, because they must be entered before this state is left.
bool Reachability::add_waiting() {
  const std::size_t below = waiting_.size();
  for (std::uint32_t i = static_cast<std::uint32_t>(graph_.size()); i-- > 0;) {
    const auto target = static_cast<std::uint32_t>(graph_.target(i));
    const bool enters =
        graph_.is_new(i) || (graph_.kept_preferred && target < visit_.size() && visit_[target] == kWaiting);
    if (!enters) continue;
    if (!waiting_.push({target, i})) {
      return !graph_.control().end(Stop::Memory);
    }
  }
  if (order_ == SearchOrder::Random) {
    for (std::size_t i = waiting_.size(); i > below + 1; --i) {
      random_ = hash_mix(random_, i);
      std::swap(waiting_[i - 1], waiting_[below + random_ % (i - below)]);
    }
  }
  return true;
}

void Reachability::note_defect(StateId state) {
  const Defect found = graph_.expansion().defect & wanted_;
  end_ = state;
  Run run = graph_.control().rebuilt(
      [&] { return with_last_expanded(graph_, build_finite_run(graph_, path_, state), state); });
  add_defects(graph_.space(), graph_.expansion(), found, std::move(run), result_);
  wanted_ = wanted_ & ~found;
  graph_.control().report(found, wanted_);
}

}  // namespace weir
