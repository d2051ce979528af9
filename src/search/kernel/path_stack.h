// SPDX-License-Identifier: Apache-2.0
// PathStack: an exact depth-first stack that does not rely on the store. It holds every state of the current path with
// the edges not yet taken, and a hash table to tell whether a state is on the path.
//
// Entries are edges. A frame is an entry whose target is on the path; the entries above it, up to the next frame, are
// its waiting successors. Taking the topmost one turns it into a frame in place:
//
//     frame a | b c | frame d | e f        path a d, waiting b c (of a), e f (of d)
//
// A plain stack keeps the states of all entries, back to back in one region. A compact stack, for bounded memory, keeps
// only the state of every kEvery-th frame; the others are regenerated from there along the same edges, since a space
// always returns them in the same order. The states near the top stay in a window, so that moving up and down is cheap;
// a frame is regenerated at most once per kEvery frames left. States are compared byte by byte, so a compact stack is
// as exact as a plain one.
//
// The table uses open addressing with linear probing. States leave it in the reverse order of entry, so a slot can
// simply be cleared: entries that probed past it were added later and are already gone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "automaton/marks.h"
#include "base/memory/growing_array.h"
#include "base/table/hash.h"
#include "search/kernel/mark_stack.h"
#include "search/space/search_space.h"

namespace weir {

class PathStack {
 public:
  static constexpr std::uint64_t kAbsent = ~std::uint64_t{0};
  static constexpr std::uint64_t kEvery = 16;

  /// With `space` the stack is compact and regenerates states in it. With null it is plain.
  PathStack(MemoryBudget& budget, std::uint32_t mark_count, SearchSpace* space = nullptr);

  std::uint64_t depth() const { return frames_.size(); }
  bool empty() const { return frames_.empty(); }
  /// The view stays valid until the stack changes or another state is requested.
  StateView state(std::uint64_t frame) const {
    return space_ == nullptr ? view(frames_[frame].entry) : generated(frame);
  }
  StateView top() const { return state(frames_.size() - 1); }
  std::uint32_t edge_into(std::uint64_t frame) const { return edges_[frames_[frame].entry]; }
  MarkSet marks_into(std::uint64_t frame) const { return marks_[frames_[frame].entry]; }
  std::uint64_t memory_bytes() const;

  /// Pushes a state onto the empty stack as the only waiting one.
  [[nodiscard]] bool start(StateView state);
  /// Pushes the successors of the top frame as waiting ones, the first of them topmost.
  [[nodiscard]] bool add_waiting(const StateEdges& expansion);
  /// The same for the successors selected by `wanted`.
  [[nodiscard]] bool add_waiting(const StateEdges& expansion, const std::vector<bool>& wanted);

  bool has_waiting() const { return edges_.size() > (frames_.empty() ? 0 : frames_.back().entry + 1); }
  StateView waiting() const { return space_ == nullptr ? view(edges_.size() - 1) : generated_waiting(); }
  MarkSet waiting_marks() const { return marks_.back(); }
  void drop_waiting();
  /// Turns the topmost waiting state into the top frame. `hash` is the hash of its bytes.
  [[nodiscard]] bool take_waiting(std::uint64_t hash);
  /// Removes the top frame, which has no waiting successors left.
  void pop();

  /// Saves or loads the stack. For loading it must be empty; a state that `is_state` rejects makes the archive damaged.
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
  GrowingArray<std::uint64_t> offsets_;  ///< of the states kept: all entries, or frames 0, kEvery, ...
  GrowingArray<std::uint32_t> edges_;    ///< the index of each entry among the successors of the frame below
  MarkStack marks_;
  GrowingArray<Frame> frames_;
  GrowingArray<std::uint32_t> table_;  ///< frame + 1; 0 if free
  MemoryBudget& budget_;

  // Used by a compact stack only.
  struct Level {
    std::vector<std::byte> state;
    SuccessorBuffer successors;
    bool expanded = false;  ///< `successors` is set
  };
  struct Segment {
    std::uint64_t number = kAbsent;  ///< covers frames number * kEvery to number * kEvery + kEvery - 1
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
  std::vector<std::byte> root_;            ///< the state given to `start`, while it waits
  std::uint64_t window_begin_ = 0;         ///< the first frame of the window
  mutable std::vector<Level> window_;      ///< by frame % kWindow
  mutable std::vector<Segment> segments_;  ///< recently used frames below the window, by number % kSegments
  mutable StateEdges scratch_;
};

/// The depth-first loop. `visit`, given its hash, enters or drops the topmost waiting state; `leave` pops the top
/// frame, which has no waiting successors left. Either returns false to end the search. Returns whether the stack was
/// emptied.
template <class Visit, class Leave>
bool search_depth_first(PathStack& stack, Visit&& visit, Leave&& leave) {
  while (stack.has_waiting() || !stack.empty())
    if (stack.has_waiting() ? !visit(hash_bytes(stack.waiting())) : !leave()) return false;
  return true;
}

}  // namespace weir
