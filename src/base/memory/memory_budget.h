// SPDX-License-Identifier: Apache-2.0
// MemoryBudget: the bytes that stores, stacks and queues of one run may use together. Memory is requested before it is
// used. A refusal is an ordinary result that ends the run as inconclusive, so the limit does not depend on the
// allocator. Thread-safe: the counter is the only shared data, and no other memory is published through it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace weir {

class MemoryBudget {
 public:
  static constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

  explicit MemoryBudget(std::uint64_t limit = kUnlimited) : limit_(limit) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  /// Returns true if the bytes were granted and counted; otherwise nothing changed.
  [[nodiscard]] bool take(std::uint64_t bytes) {
    std::uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ - used) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    return true;
  }
  void give_back(std::uint64_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }

  std::uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  std::uint64_t limit() const { return limit_; }

 private:
  std::uint64_t limit_;
  std::atomic<std::uint64_t> used_{0};
};

}  // namespace weir
