// SPDX-License-Identifier: Apache-2.0
// PathStack: the exact stack of a depth-first search that does not rely on its store: every state of the current path,
// byte for byte, with the edges not yet taken, and a table that tells whether a state is on the path.
//
// Entries are states, back to back in one region. A frame is an entry whose state is on the path; the entries above it
// (up to the next frame) are its successors that wait. Taking the last one makes it a frame where it stands:
//
//     frame a | b c | frame d | e f        path a d, waiting b c (of a), e f (of d)
//
// The table is open addressing with linear probing. States leave it in the reverse order of their entering, so a slot
// can simply be emptied: whoever probed past it came later and is gone.
#pragma once

#include <cstdint>
#include <vector>

#include "automaton/marks.h"
#include "base/growing_array.h"
#include "search/mark_stack.h"
#include "search/search_space.h"

namespace weir {

class PathStack {
 public:
  static constexpr std::uint64_t kAbsent = ~std::uint64_t{0};

  PathStack(MemoryBudget& budget, std::uint32_t mark_count);

  std::uint64_t depth() const { return frames_.size(); }
  bool empty() const { return frames_.empty(); }
  StateView state(std::uint64_t frame) const { return view(frames_[frame].entry); }
  StateView top() const { return state(frames_.size() - 1); }
  std::uint32_t edge_into(std::uint64_t frame) const { return entries_[frames_[frame].entry].edge; }
  MarkSet marks_into(std::uint64_t frame) const { return marks_[frames_[frame].entry]; }
  std::uint64_t memory_bytes() const;

  /// Puts a state below everything as the only waiting one; the stack must be empty.
  [[nodiscard]] bool start(StateView state);
  /// The successors of the top frame wait, the first of them uppermost.
  [[nodiscard]] bool add_waiting(const StateEdges& expansion);
  /// The same for those that `wanted` says.
  [[nodiscard]] bool add_waiting(const StateEdges& expansion, const std::vector<bool>& wanted);

  bool has_waiting() const { return entries_.size() > (frames_.empty() ? 0 : frames_.back().entry + 1); }
  StateView waiting() const { return view(entries_.size() - 1); }
  MarkSet waiting_marks() const { return marks_.back(); }
  void drop_waiting();
  /// The uppermost waiting state becomes the top frame. `hash` is of its bytes.
  [[nodiscard]] bool take_waiting(std::uint64_t hash);
  /// The top frame, which has no waiting successors left, leaves the path.
  void pop();

  /// The frame with this state, or kAbsent.
  std::uint64_t find(StateView state, std::uint64_t hash) const;

 private:
  struct Entry {
    std::uint64_t offset;
    std::uint32_t edge;  ///< its place among the successors of the frame below
  };
  struct Frame {
    std::uint64_t entry;
    std::uint64_t hash;
  };

  StateView view(std::uint64_t entry) const {
    const std::uint64_t end = entry + 1 < entries_.size() ? entries_[entry + 1].offset : used_;
    return {bytes_.data() + entries_[entry].offset, end - entries_[entry].offset};
  }
  bool append(StateView state, std::uint32_t edge, MarkSet marks);
  bool grow_table();
  std::uint64_t slot_of(std::uint64_t frame) const;

  Region bytes_;
  std::uint64_t used_ = 0;
  GrowingArray<Entry> entries_;
  MarkStack marks_;
  GrowingArray<Frame> frames_;
  GrowingArray<std::uint32_t> table_;  ///< frame + 1; 0: free
  MemoryBudget& budget_;
};

}  // namespace weir
