// SPDX-License-Identifier: Apache-2.0
// SharedGate: lets many threads use some tables at once, and now and then one of them have the tables for itself. A
// thread is inside (Guard) while it touches the tables; alone() closes the gate, waits until nobody is inside, and
// opens it again. Threads that stand before a closed gate help with the work behind it, if there is any to share.
//
// Coming in is done for every state, closing a few dozen times in a run. Both sides write a flag and then read the
// other's, so between the two there must be a full barrier on both sides: with anything weaker each could miss the
// other's flag. Where the kernel can make all threads of the process pass such a barrier (Linux, membarrier), whoever
// closes asks for it, and coming in is a plain store and a plain load, a few cycles; otherwise both sides use
// sequentially consistent operations, which wait until all earlier stores have left the core.
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

  /// While it lives, nobody is in alone(). Not to be nested within a thread.
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

  /// Runs `change` while no thread is inside, and gives back what it says. Outside of a Guard.
  template <class Change>
  bool alone(Change&& change) {
    lock(mutex_);
    close();
    const bool result = change();
    open();
    mutex_.unlock();
    return result;
  }
  /// In alone(): runs `work` here and in the threads that wait meanwhile, each as often as it likes; it must know by
  /// itself what is left to do. Afterwards nobody runs it any more, and what all have done is seen here.
  void run_with_help(const std::function<void()>& work);
  /// Locks a mutex whose owner may be in alone(): helps while it waits. Outside of a Guard.
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
        std::atomic_signal_fence(std::memory_order_seq_cst);  // the processor's part is done by close()
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
  bool light_;  ///< close() has all threads pass a barrier
  std::unique_ptr<Worker[]> workers_;
  alignas(64) std::atomic<bool> closed_{false};
  std::mutex mutex_;  ///< of whoever is in alone()
  std::atomic<const std::function<void()>*> work_{nullptr};
  std::atomic<unsigned> helpers_{0};
};

}  // namespace weir
