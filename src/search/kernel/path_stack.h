// SPDX-License-Identifier: Apache-2.0
// PathStack: the exact stack of a depth-first search that does not rely on its store: every state of the current path
// with the edges not yet taken, and a table that tells whether a state is on the path.
//
// Entries are edges. A frame is an entry whose target is on the path; the entries above it (up to the next frame) are
// its successors that wait. Taking the last one makes it a frame where it stands:
//
//     frame a | b c | frame d | e f        path a d, waiting b c (of a), e f (of d)
//
// Plain, the states of all entries are kept, back to back in one region. Compact, for heaps that are bounded, only
// every kEvery-th frame's state is; the others are generated again from there by taking the same edges, which a space
// always gives in the same order. What is near the top stays as it is, so that walking up and down costs nothing; a
// frame is generated again at most once for every kEvery that are left. What is compared is always the state itself:
// the compact stack is as exact as the plain one.
//
// The table is open addressing with linear probing. States leave it in the reverse order of their entering, so a slot
// can simply be emptied: entries that probed past it were added later and have been removed.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "automaton/marks.h"
#include "base/memory/growing_array.h"
#include "search/kernel/mark_stack.h"
#include "search/space/search_space.h"

namespace weir {

class PathStack {
 public:
  static constexpr std::uint64_t kAbsent = ~std::uint64_t{0};
  static constexpr std::uint64_t kEvery = 16;

  /// `space`: the stack is compact, and generates states again in it; null: it is plain.
  PathStack(MemoryBudget& budget, std::uint32_t mark_count, SearchSpace* space = nullptr);

  std::uint64_t depth() const { return frames_.size(); }
  bool empty() const { return frames_.empty(); }
  /// The view stays valid until the stack is changed, or asked for another state.
  StateView state(std::uint64_t frame) const {
    return space_ == nullptr ? view(frames_[frame].entry) : generated(frame);
  }
  StateView top() const { return state(frames_.size() - 1); }
  std::uint32_t edge_into(std::uint64_t frame) const { return edges_[frames_[frame].entry]; }
  MarkSet marks_into(std::uint64_t frame) const { return marks_[frames_[frame].entry]; }
  std::uint64_t memory_bytes() const;

  /// Puts a state below everything as the only waiting one; the stack must be empty.
  [[nodiscard]] bool start(StateView state);
  /// The successors of the top frame wait, the first of them uppermost.
  [[nodiscard]] bool add_waiting(const StateEdges& expansion);
  /// The same for those that `wanted` says.
  [[nodiscard]] bool add_waiting(const StateEdges& expansion, const std::vector<bool>& wanted);

  bool has_waiting() const { return edges_.size() > (frames_.empty() ? 0 : frames_.back().entry + 1); }
  StateView waiting() const { return space_ == nullptr ? view(edges_.size() - 1) : generated_waiting(); }
  MarkSet waiting_marks() const { return marks_.back(); }
  void drop_waiting();
  /// The uppermost waiting state becomes the top frame. `hash` is of its bytes.
  [[nodiscard]] bool take_waiting(std::uint64_t hash);
  /// The top frame, which has no waiting successors left, leaves the path.
  void pop();

  /// Loading: the stack must be empty, and bytes that `is_state` refuses are damage.
  void serialize(Archive& archive, const std::function<bool(StateView)>& is_state);

  /// The frame with this state, or kAbsent.
  std::uint64_t find(StateView state, std::uint64_t hash) const;

 private:
  struct Frame {
    std::uint64_t entry;
    std::uint64_t hash;
  };

  StateView view(std::uint64_t entry) const {
    const std::uint64_t end = entry + 1 < offsets_.size() ? offsets_[entry + 1] : used_;
    return {bytes_.data() + offsets_[entry], end - offsets_[entry]};
  }
  bool keep(StateView state);
  void forget_last() {
    used_ = offsets_.back();
    offsets_.pop();
  }
  bool append(StateView state, std::uint32_t edge, MarkSet marks);
  bool grow_table();
  std::uint64_t slot_of(std::uint64_t frame) const;

  Region bytes_;
  std::uint64_t used_ = 0;
  GrowingArray<std::uint64_t> offsets_;  ///< of the states kept: of every entry, or of frames 0, kEvery, ...
  GrowingArray<std::uint32_t> edges_;    ///< each entry's place among the successors of the frame below
  MarkStack marks_;
  GrowingArray<Frame> frames_;
  GrowingArray<std::uint32_t> table_;  ///< frame + 1; 0: free
  MemoryBudget& budget_;

  // Compact.
  struct Level {
    std::vector<std::byte> state;
    SuccessorBuffer successors;
    bool expanded = false;  ///< `successors` are there
  };
  struct Segment {
    std::uint64_t number = kAbsent;  ///< frames number * kEvery and the kEvery - 1 after it
    std::vector<std::vector<std::byte>> states;
  };
  static constexpr std::uint64_t kWindow = 2 * kEvery;
  static constexpr std::size_t kSegments = 16;

  Level& level(std::uint64_t frame) const { return window_[frame % kWindow]; }
  StateView generated(std::uint64_t frame) const;
  StateView generated_waiting() const;
  void expand(Level& level) const;
  bool enter_compact(std::uint64_t frame);
  void leave_compact(std::uint64_t frame);

  SearchSpace* space_;
  std::vector<std::byte> root_;            ///< of `start`, as long as it waits
  std::uint64_t window_begin_ = 0;         ///< the frames from here on are in the window
  mutable std::vector<Level> window_;      ///< by frame % kWindow
  mutable std::vector<Segment> segments_;  ///< others that were asked for lately, by number % kSegments
  mutable StateEdges scratch_;
};

}  // namespace weir
