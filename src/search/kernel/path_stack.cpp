// SPDX-License-Identifier: Apache-2.0
#include "search/kernel/path_stack.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/assert.h"
#include "base/table/hash.h"
#include "search/kernel/search.h"

namespace weir {

namespace {
StateView successor(const SuccessorBuffer& successors, std::uint32_t edge) {
  require_found(edge < successors.size(), "a state on the path has the successor that the path goes through");
  return successors.state(edge);
}
}  // namespace

PathStack::PathStack(MemoryBudget& budget, std::uint32_t mark_count, SearchSpace* space)
    : bytes_(budget),
      offsets_(budget),
      edges_(budget),
      marks_(budget, mark_count),
      frames_(budget),
      table_(budget),
      budget_(budget),
      space_(space) {
  if (space != nullptr) {
    window_.resize(kWindow);
    segments_.resize(kSegments);
  }
}

std::uint64_t PathStack::memory_bytes() const {
  return bytes_.committed() + offsets_.memory_bytes() + edges_.memory_bytes() + marks_.memory_bytes() +
         frames_.memory_bytes() + table_.memory_bytes();
}

bool PathStack::keep(StateView state) {
  // One extra byte, so that data() is never null.
  if (!bytes_.ensure(used_ + state.size() + 1) || !offsets_.push(used_)) return false;
  if (!state.empty()) std::memcpy(bytes_.data() + used_, state.data(), state.size());
  used_ += state.size();
  return true;
}

bool PathStack::append(StateView state, std::uint32_t edge, MarkSet marks) {
  return edges_.push(edge) && marks_.push(marks) && (space_ != nullptr || keep(state));
}

bool PathStack::start(StateView state) {
  root_.assign(state.begin(), state.end());
  return append(state, 0, {});
}

bool PathStack::add_waiting(const StateEdges& expansion) { return add_waiting(expansion, {}); }

bool PathStack::add_waiting(const StateEdges& expansion, const std::vector<bool>& wanted) {
  if (space_ != nullptr) {
    Level& top = level(frames_.size() - 1);
    top.successors = expansion.states;
    top.expanded = true;
  }
  for (std::size_t i = expansion.size(); i-- > 0;) {
    if (!wanted.empty() && !wanted[i]) continue;
    if (!append(expansion.states.state(i), static_cast<std::uint32_t>(i), expansion.marks_of(i))) return false;
  }
  return true;
}

void PathStack::drop_waiting() {
  if (space_ == nullptr) forget_last();
  edges_.pop();
  marks_.pop();
}

bool PathStack::take_waiting(std::uint64_t hash) {
  if ((frames_.size() + 1) * 2 > table_.size() && !grow_table()) return false;
  if (space_ != nullptr && !enter_compact(frames_.size())) return false;
  if (!frames_.push({edges_.size() - 1, hash})) return false;
  const std::uint64_t mask = table_.size() - 1;
  std::uint64_t slot = hash & mask;
  while (table_[slot] != 0) slot = (slot + 1) & mask;
  table_[slot] = static_cast<std::uint32_t>(frames_.size());
  return true;
}

/// Records the waiting state that is about to become this frame.
bool PathStack::enter_compact(std::uint64_t frame) {
  const StateView state = generated_waiting();
  if (frame - window_begin_ == kWindow) window_begin_ += kEvery;
  Level& fresh = level(frame);
  fresh.state.assign(state.begin(), state.end());
  fresh.expanded = false;
  return frame % kEvery != 0 || keep(fresh.state);
}

/// Forgets this frame, which was the last one.
void PathStack::leave_compact(std::uint64_t frame) {
  if (frame % kEvery == 0) forget_last();
  Segment& known = segments_[(frame / kEvery) % kSegments];
  if (known.number == frame / kEvery) known.number = kAbsent;
  if (frame != window_begin_ || frame == 0) return;
  // The window is empty: refill it from the last state that was kept.
  window_begin_ = frame - kEvery;
  const StateView kept = view(offsets_.size() - 1);
  level(window_begin_).state.assign(kept.begin(), kept.end());
  level(window_begin_).expanded = false;
  for (std::uint64_t next = window_begin_ + 1; next < frame; ++next) {
    Level& below = level(next - 1);
    expand(below);
    const StateView state = successor(below.successors, edge_into(next));
    level(next).state.assign(state.begin(), state.end());
    level(next).expanded = false;
  }
}

void PathStack::expand(Level& level) const {
  if (level.expanded) return;
  space_->expand(level.state, scratch_);
  std::swap(level.successors, scratch_.states);
  level.expanded = true;
}

StateView PathStack::generated_waiting() const {
  if (frames_.empty()) return root_;
  Level& top = level(frames_.size() - 1);
  expand(top);
  return successor(top.successors, edges_.back());
}

StateView PathStack::generated(std::uint64_t frame) const {
  if (frame >= window_begin_) return level(frame).state;
  const std::uint64_t number = frame / kEvery;
  Segment& segment = segments_[number % kSegments];
  if (segment.number != number) {
    segment.number = number;
    segment.states.resize(kEvery);
    const StateView kept = view(number);
    segment.states[0].assign(kept.begin(), kept.end());
    for (std::uint64_t i = 1; i < kEvery; ++i) {
      space_->expand(segment.states[i - 1], scratch_);
      const StateView state = successor(scratch_.states, edge_into(number * kEvery + i));
      segment.states[i].assign(state.begin(), state.end());
    }
  }
  return segment.states[frame % kEvery];
}

void PathStack::serialize(Archive& archive, const std::function<bool(StateView)>& is_state) {
  WEIR_ASSERT(space_ == nullptr, "a compact stack belongs to a heap that cannot be saved");
  constexpr std::size_t kLeast = 21;
  const std::uint64_t count = archive.count(edges_.size(), kLeast);
  std::vector<std::byte> bytes;
  std::uint64_t next_frame = 0;
  for (std::uint64_t i = 0; i < count && archive.good(); ++i) {
    bool frame = false;
    std::uint32_t edge = 0;
    std::uint64_t marks = 0;
    if (!archive.loading()) {
      frame = next_frame < frames_.size() && frames_[next_frame].entry == i;
      next_frame += frame ? 1 : 0;
      edge = edges_[i];
      marks = marks_[i].bits();
      bytes.assign(view(i).begin(), view(i).end());
    }
    archive.value(frame);
    archive.value(edge);
    archive.value(marks);
    archive.value(bytes);
    if (!archive.loading()) continue;
    if (!archive.good() || !is_state(bytes)) return archive.damaged();
    if (!append(bytes, edge, MarkSet(marks)) || (frame && !take_waiting(hash_bytes(bytes)))) return archive.no_memory();
  }
}

std::uint64_t PathStack::slot_of(std::uint64_t frame) const {
  const std::uint64_t mask = table_.size() - 1;
  std::uint64_t slot = frames_[frame].hash & mask;
  while (table_[slot] != frame + 1) slot = (slot + 1) & mask;
  return slot;
}

void PathStack::pop() {
  table_[slot_of(frames_.size() - 1)] = 0;
  frames_.pop();
  drop_waiting();
  if (space_ != nullptr) leave_compact(frames_.size());
}

std::uint64_t PathStack::find(StateView state, std::uint64_t hash) const {
  if (table_.empty()) return kAbsent;
  const std::uint64_t mask = table_.size() - 1;
  for (std::uint64_t slot = hash & mask; table_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint64_t frame = table_[slot] - 1;
    if (frames_[frame].hash != hash) continue;
    const StateView other = this->state(frame);
    if (std::equal(state.begin(), state.end(), other.begin(), other.end())) return frame;
  }
  return kAbsent;
}

bool PathStack::grow_table() {
  GrowingArray<std::uint32_t> larger(budget_);
  if (!larger.extend(std::max<std::size_t>(64, table_.size() * 2))) return false;
  std::swap(table_, larger);
  const std::uint64_t mask = table_.size() - 1;
  for (std::uint64_t frame = 0; frame < frames_.size(); ++frame) {
    std::uint64_t slot = frames_[frame].hash & mask;
    while (table_[slot] != 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::uint32_t>(frame + 1);
  }
  return true;
}

}  // namespace weir
