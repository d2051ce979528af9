// SPDX-License-Identifier: Apache-2.0
#include "search/path_stack.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace weir {

PathStack::PathStack(MemoryBudget& budget, std::uint32_t mark_count)
    : bytes_(budget), entries_(budget), marks_(budget, mark_count), frames_(budget), table_(budget), budget_(budget) {}

std::uint64_t PathStack::memory_bytes() const {
  return bytes_.committed() + entries_.memory_bytes() + marks_.memory_bytes() + frames_.memory_bytes() +
         table_.memory_bytes();
}

bool PathStack::append(StateView state, std::uint32_t edge, MarkSet marks) {
  // One byte more than needed, so that data() is never null.
  if (!bytes_.ensure(used_ + state.size() + 1) || !entries_.push({used_, edge})) return false;
  if (!marks_.push(marks)) return false;
  if (!state.empty()) std::memcpy(bytes_.data() + used_, state.data(), state.size());
  used_ += state.size();
  return true;
}

bool PathStack::start(StateView state) { return append(state, 0, {}); }

bool PathStack::add_waiting(const StateEdges& expansion) {
  for (std::size_t i = expansion.size(); i-- > 0;) {
    if (!append(expansion.states.state(i), static_cast<std::uint32_t>(i), expansion.marks_of(i))) return false;
  }
  return true;
}

bool PathStack::add_waiting(const StateEdges& expansion, const std::vector<bool>& wanted) {
  for (std::size_t i = expansion.size(); i-- > 0;) {
    if (!wanted[i]) continue;
    if (!append(expansion.states.state(i), static_cast<std::uint32_t>(i), expansion.marks_of(i))) return false;
  }
  return true;
}

void PathStack::drop_waiting() {
  used_ = entries_.back().offset;
  entries_.pop();
  marks_.pop();
}

bool PathStack::take_waiting(std::uint64_t hash) {
  if ((frames_.size() + 1) * 2 > table_.size() && !grow_table()) return false;
  if (!frames_.push({entries_.size() - 1, hash})) return false;
  const std::uint64_t mask = table_.size() - 1;
  std::uint64_t slot = hash & mask;
  while (table_[slot] != 0) slot = (slot + 1) & mask;
  table_[slot] = static_cast<std::uint32_t>(frames_.size());
  return true;
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
