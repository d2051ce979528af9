// SPDX-License-Identifier: Apache-2.0
// States that wait to be expanded, as bytes: a queue and a stack, both charged to the memory budget.
#pragma once

#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include <weir/transition_system.h>

#include "base/archive.h"
#include "base/memory/memory_budget.h"
#include "base/memory/region.h"

namespace weir {

/// First in, first out. Memory comes and goes in chunks.
class StateQueue {
 public:
  explicit StateQueue(MemoryBudget& budget) : budget_(budget) {}
  ~StateQueue() {
    for (const Chunk& chunk : chunks_) budget_.give_back(chunk.size);
  }
  StateQueue(const StateQueue&) = delete;
  StateQueue& operator=(const StateQueue&) = delete;

  /// False: no memory; unchanged.
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
  /// False: there is none.
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
  std::size_t begin_ = 0;  ///< in the first chunk
  std::uint64_t count_ = 0;
};

/// Last in, first out, with markers between the states.
class StateStack {
 public:
  enum class Top : std::uint8_t { Empty, State, Marker };

  explicit StateStack(MemoryBudget& budget) : region_(budget) {}

  bool push(StateView state) {
    const auto size = static_cast<std::uint32_t>(state.size());
    if (!region_.ensure(used_ + size + sizeof size)) return false;
    if (size > 0) std::memcpy(region_.data() + used_, state.data(), size);
    used_ += size;
    put(size);
    return true;
  }
  bool push_marker() {
    if (!region_.ensure(used_ + sizeof kMarker)) return false;
    put(kMarker);
    return true;
  }
  Top pop(std::vector<std::byte>& state) {
    if (used_ == 0) return Top::Empty;
    --count_;
    used_ -= sizeof kMarker;
    std::uint32_t size;
    std::memcpy(&size, region_.data() + used_, sizeof size);
    if (size == kMarker) return Top::Marker;
    used_ -= size;
    state.assign(region_.data() + used_, region_.data() + used_ + size);
    return Top::State;
  }
  std::uint64_t size() const { return count_; }
  /// Loading: the stack must be empty, and bytes that `is_state` refuses are damage.
  template <class IsState>
  void serialize(Archive& archive, const IsState& is_state) {
    used_ = static_cast<std::size_t>(archive.count(used_));
    archive.value(count_);
    if (archive.loading() && !region_.ensure(used_)) return archive.no_memory();
    archive.bytes(region_.data(), used_);
    if (archive.loading() && archive.good()) archive.require(sensible(is_state));
  }

 private:
  /// From the top down, every size leads to another entry, and the last one to the bottom.
  template <class IsState>
  bool sensible(const IsState& is_state) const {
    std::size_t at = used_;
    for (std::uint64_t i = 0; i < count_; ++i) {
      if (at < sizeof kMarker) return false;
      at -= sizeof kMarker;
      std::uint32_t size;
      std::memcpy(&size, region_.data() + at, sizeof size);
      if (size == kMarker) continue;
      if (size > at) return false;
      at -= size;
      if (!is_state(StateView(region_.data() + at, size))) return false;
    }
    return at == 0;
  }

  static constexpr std::uint32_t kMarker = 0xFFFFFFFF;
  void put(std::uint32_t size) {
    std::memcpy(region_.data() + used_, &size, sizeof size);
    used_ += sizeof size;
    ++count_;
  }
  Region region_;
  std::size_t used_ = 0;
  std::uint64_t count_ = 0;
};

}  // namespace weir
