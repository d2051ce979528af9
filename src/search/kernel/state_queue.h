// SPDX-License-Identifier: Apache-2.0
// StateQueue: states waiting to be expanded, as bytes, charged to the memory budget.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include <weir/transition_system.h>

#include "base/memory/memory_budget.h"

namespace weir {

/// First in, first out. Memory is allocated and freed in chunks.
class StateQueue {
 public:
  explicit StateQueue(MemoryBudget& budget) : budget_(budget) {}
  ~StateQueue() {
    for (const Chunk& chunk : chunks_) budget_.give_back(chunk.size);
  }
  StateQueue(const StateQueue&) = delete;
  StateQueue& operator=(const StateQueue&) = delete;

  /// Returns false, without change, if memory is used up.
  bool push(StateView state) {
    const std::size_t needed = sizeof(std::uint32_t) + state.size();
    if (chunks_.empty() || chunks_.back().size - chunks_.back().end < needed) {
      const std::size_t size = needed > kChunk ? needed : kChunk;
      if (!budget_.take(size)) return false;
      chunks_.push_back({std::make_unique<std::byte[]>(size), size});
    }
    Chunk& chunk = chunks_.back();
    const auto size = static_cast<std::uint32_t>(state.size());
    std::memcpy(chunk.bytes.get() + chunk.end, &size, sizeof size);
    if (size > 0) std::memcpy(chunk.bytes.get() + chunk.end + sizeof size, state.data(), size);
    chunk.end += needed;
    ++count_;
    return true;
  }
  /// Returns false if the queue is empty.
  bool pop(std::vector<std::byte>& state) {
    if (count_ == 0) return false;
    if (begin_ == chunks_.front().end) {
      budget_.give_back(chunks_.front().size);
      chunks_.pop_front();
      begin_ = 0;
    }
    const std::byte* place = chunks_.front().bytes.get() + begin_;
    std::uint32_t size;
    std::memcpy(&size, place, sizeof size);
    state.assign(place + sizeof size, place + sizeof size + size);
    begin_ += sizeof size + size;
    --count_;
    return true;
  }
  std::uint64_t size() const { return count_; }

 private:
  static constexpr std::size_t kChunk = std::size_t{1} << 16;
  struct Chunk {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
    std::size_t end = 0;
  };
  MemoryBudget& budget_;
  std::deque<Chunk> chunks_;
  std::size_t begin_ = 0;  ///< offset in the first chunk
  std::uint64_t count_ = 0;
};

}  // namespace weir
