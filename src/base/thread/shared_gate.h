// SPDX-License-Identifier: Apache-2.0
// SharedGate: lets many threads use some tables concurrently, and occasionally gives one thread exclusive access. A
// thread is inside (Guard) while it uses the tables. alone() closes the gate, waits until no thread is inside, runs,
// and reopens it. Threads that wait at a closed gate help with the exclusive work if it can be shared.
//
// Threads enter for every state, but close only a few dozen times per run. Both sides write a flag and then read the
// other's, which needs a full barrier on both sides; with anything weaker, each could miss the other's flag. Where the
// kernel can make all threads of the process pass such a barrier (Linux, membarrier), the closing thread requests it,
// and entering is a plain store and a plain load, a few cycles. Otherwise both sides use sequentially consistent
// operations, which wait until all earlier stores have left the core.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>

namespace weir {

class SharedGate {
 public:
  explicit SharedGate(unsigned workers);

  unsigned workers() const { return worker_count_; }

  /// While a Guard exists, no thread is in alone(). Must not be nested within a thread.
  class Guard {
   public:
    Guard(SharedGate& gate, unsigned worker) : gate_(gate), worker_(worker) { gate_.enter(worker_); }
    ~Guard() { gate_.leave(worker_); }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    SharedGate& gate_;
    unsigned worker_;
  };

  /// Runs `change` while no thread is inside, and returns its result. Call outside a Guard.
  template <class Change>
  bool alone(Change&& change) {
    lock(mutex_);
    close();
    const bool result = change();
    open();
    mutex_.unlock();
    return result;
  }
  /// Runs `work` in this thread and in the waiting threads, each any number of times; `work` must track what remains to
  /// be done. On return, no thread runs it any more and all its effects are visible. Call in alone().
  void run_with_help(const std::function<void()>& work);
  /// Locks a mutex whose owner may be in alone(), helping while it waits. Call outside a Guard.
  void lock(std::mutex& mutex);

 private:
  struct alignas(64) Worker {
    std::atomic<bool> inside{false};
  };

  void enter(unsigned worker) {
    std::atomic<bool>& inside = workers_[worker].inside;
    for (;;) {
      if (light_) {
        inside.store(true, std::memory_order_relaxed);
        std::atomic_signal_fence(std::memory_order_seq_cst);  // compiler barrier; close() orders the hardware
        if (!closed_.load(std::memory_order_acquire)) return;
      } else {
        inside.store(true, std::memory_order_seq_cst);
        if (!closed_.load(std::memory_order_seq_cst)) return;
      }
      inside.store(false, std::memory_order_release);
      wait();
    }
  }
  void leave(unsigned worker) { workers_[worker].inside.store(false, std::memory_order_release); }
  void close();
  void open();
  void wait();
  void help();

  unsigned worker_count_;
  bool light_;  ///< whether close() makes all threads pass a barrier
  std::unique_ptr<Worker[]> workers_;
  alignas(64) std::atomic<bool> closed_{false};
  std::mutex mutex_;  ///< held in alone()
  std::atomic<const std::function<void()>*> work_{nullptr};
  std::atomic<unsigned> helpers_{0};
};

}  // namespace weir
