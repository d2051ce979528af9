// SPDX-License-Identifier: Apache-2.0
// SharedRegion: a Region that several threads may grow. The memory never moves, so a thread that has received an offset
// may use it without synchronisation: the bytes were committed before the offset was published (see `ensure`).
#pragma once

#include <atomic>
#include <mutex>

#include "base/memory/region.h"

namespace weir {

class SharedRegion {
 public:
  explicit SharedRegion(MemoryBudget& budget) : region_(budget) {}

  /// Reserves the address space. Called by one thread before the first use. Returns false if refused.
  [[nodiscard]] bool open() {
    if (!region_.ensure_exactly(1)) return false;
    data_ = region_.data();
    usable_.store(region_.committed(), std::memory_order_relaxed);
    return true;
  }
  /// Makes the first `bytes` bytes usable for this thread, and for every thread that learns of them from it.
  [[nodiscard]] bool ensure(std::size_t bytes) {
    // Acquire: memory committed by another thread may be accessed only after its change of access rights.
    if (bytes <= usable_.load(std::memory_order_acquire)) return true;
    const std::lock_guard lock(mutex_);
    if (!region_.ensure(bytes)) return false;
    usable_.store(region_.committed(), std::memory_order_release);
    return true;
  }

  std::byte* data() { return data_; }
  const std::byte* data() const { return data_; }
  std::size_t committed() const { return usable_.load(std::memory_order_acquire); }

 private:
  std::mutex mutex_;
  Region region_;  ///< guarded by mutex_
  std::byte* data_ = nullptr;
  std::atomic<std::size_t> usable_{0};
};

}  // namespace weir
