// SPDX-License-Identifier: Apache-2.0
// DepthFirst: the common part of the depth-first emptiness checks on numbered states: the path with the edges not yet
// taken, a note for every state, and the start states. The derived class is the algorithm. A note is a number; 0: the
// state was not visited, Algorithm::kDone: nothing reachable from it needs to be searched any more.
//
//   enter(state, marks)  the state was pushed onto the path by an edge with these marks; returns its note, or 0 if
//                        memory is used up
//   follows(marks)       whether edges with these marks are followed
//   keeps(target)        whether an edge to a visited state is kept to be taken; asked when its source is entered
//   close(target, marks) an edge to a visited state is taken
//   leave(state)         the state was popped from the path
//   report()             found_ was set
//
// States on no failing cycle are not searched depth-first (rejecting_region.h); their note becomes kDone. They get a
// share of the expansions, so that a bad prefix is found in them however long the path grows.
#pragma once

#include <vector>

#include "base/memory/growing_array.h"
#include "search/kernel/mark_stack.h"
#include "search/kernel/rejecting_region.h"
#include "search/kernel/search.h"

namespace weir {

template <class Algorithm, class Note>
class DepthFirst {
 public:
  SearchResult run() {
    SearchControl& control = graph_.control();
    bool roots_left = true;
    if (control.resume(self())) {
      if (control.stop() == Stop::None) explore();
    } else {
      roots_left = rejecting_.start(roots_);
    }
    for (; roots_left && !found_; next_ = 0) {
      self().explore_roots();
      roots_left = !found_ && control.stop() == Stop::None &&
                   rejecting_.run(roots_, [this](StateId state) { return note_done(state); });
    }
    return found_ ? self().report() : finished(control, graph_.stats);
  }

 protected:
  struct Frame {
    std::uint32_t state;
    std::uint32_t remaining;  ///< edges not yet taken; the last entries of targets_ while the frame is on top
  };

  /// `mark_count`: 0 if the algorithm ignores the marks of the edges it takes.
  DepthFirst(SearchSpace& space, StateStore& store, SearchControl& control, std::uint32_t mark_count,
             bool strength_aware)
      : graph_(space, store, control),
        rejecting_(graph_, strength_aware),
        notes_(control.budget()),
        frames_(control.budget()),
        targets_(control.budget()),
        marks_(control.budget(), mark_count) {}

  Note note(StateId state) const { return index_of(state) < notes_.size() ? notes_[index_of(state)] : Note{0}; }

  void explore_roots() {
    for (; next_ < roots_.size() && !found_ && graph_.control().stop() == Stop::None; ++next_)
      explore_from(roots_[next_]);
  }
  void explore_from(RejectingRegion::Waiting root) {
    if (note(StateId{root.state}) != 0) return;
    depth_ = root.depth;
    if (push(root.state, {})) explore();
  }

  void serialize_path(Archive& archive) {
    graph_.serialize(archive);
    archive.values(roots_);
    archive.value(next_);
    archive.value(depth_);
    archive.values(notes_);
    archive.values(frames_);
    archive.values(targets_);
    marks_.serialize(archive);
    if (archive.loading() && archive.good()) archive.require(path_is_consistent());
  }

  bool out_of_memory() { return !graph_.control().end(Stop::Memory); }

  Expander graph_;
  RejectingRegion rejecting_;
  GrowingArray<Note> notes_;
  GrowingArray<Frame> frames_;
  std::uint32_t next_ = 0;  ///< the start state begun last
  bool found_ = false;

 private:
  Algorithm& self() { return static_cast<Algorithm&>(*this); }

  void explore() {
    while (!found_ && !frames_.empty() && !graph_.control().pause(self())) {
      if (until_region_ == 0) {
        if (!advance_region()) return;
        continue;
      }
      Frame& top = frames_.back();
      if (top.remaining == 0) {
        const std::uint32_t state = top.state;
        frames_.pop();
        self().leave(state);
        continue;
      }
      --top.remaining;
      const std::uint32_t target = targets_.back();
      const MarkSet marks = marks_.pop();
      targets_.pop();
      if (notes_[target] != 0) {
        self().close(target, marks);
      } else if (!graph_.control().too_deep(depth_ + frames_.size()) && !push(target, marks)) {
        return;
      }
    }
  }

  bool push(std::uint32_t state, MarkSet marks) {
    graph_.frontier = frames_.size();
    const std::uint64_t depth = depth_ + frames_.size();
    --until_region_;
    if (!graph_.expand(StateId{state}, depth)) return false;
    if (!notes_.extend(graph_.store().size()) || !frames_.push({state, 0})) return out_of_memory();
    notes_[state] = self().enter(state, marks);
    if (notes_[state] == 0) return out_of_memory();
    for (std::size_t i = 0; i < graph_.size(); ++i) __builtin_prefetch(&notes_[index_of(graph_.target(i))]);
    std::uint32_t edges = 0;
    for (std::size_t i = graph_.size(); i-- > 0 && !found_;) {
      if (!self().follows(graph_.marks(i))) continue;
      const auto target = static_cast<std::uint32_t>(graph_.target(i));
      if (notes_[target] != 0) {
        if (!self().keeps(target)) continue;
      } else if (rejecting_.contains(graph_.expansion().states.state(i))) {
        if (graph_.is_new(i) && !rejecting_.add(StateId{target}, depth + 1)) return out_of_memory();
        continue;
      }
      if (!targets_.push(target) || !marks_.push(graph_.marks(i))) return out_of_memory();
      ++edges;
    }
    frames_.back().remaining = edges;
    return true;
  }

  /// Gives the rejecting region its share. A decided state found there needs no path: it is searched at once.
  bool advance_region() {
    until_region_ = kBetweenGroups;
    const std::size_t known = roots_.size();
    if (!rejecting_.advance(roots_, [this](StateId state) { return note_done(state); })) return false;
    for (std::size_t i = known; i < roots_.size(); ++i) {
      const std::uint32_t root = roots_[i].state;
      if (graph_.space().strength_at(graph_.state(StateId{root})) == ComponentStrength::Terminal) return push(root, {});
    }
    return true;
  }

  bool note_done(StateId state) {
    if (!notes_.extend(graph_.store().size())) return false;
    notes_[index_of(state)] = Algorithm::kDone;
    return true;
  }

  bool path_is_consistent() {
    const std::uint64_t states = notes_.size();
    std::uint64_t edges = 0;
    bool right = marks_.size() == targets_.size() && states <= graph_.store().size();
    for (const RejectingRegion::Waiting& root : roots_) right = right && root.state < graph_.store().size();
    for (std::size_t i = 0; i < targets_.size(); ++i) right = right && targets_[i] < states;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      right = right && frames_[i].state < states;
      edges += frames_[i].remaining;
    }
    return right && edges == targets_.size();
  }

  static constexpr std::uint32_t kBetweenGroups = 8 * StateStore::kGroupStates;
  std::uint32_t until_region_ = kBetweenGroups;  ///< expansions before the rejecting region gets its share
  std::vector<RejectingRegion::Waiting> roots_;
  std::uint64_t depth_ = 0;  ///< depth of the first frame
  GrowingArray<std::uint32_t> targets_;
  MarkStack marks_;
};

}  // namespace weir
