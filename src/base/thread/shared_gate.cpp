// SPDX-License-Identifier: Apache-2.0
#include "base/thread/shared_gate.h"

#include <thread>

#include "base/assert.h"

// ThreadSanitizer does not know about membarrier.
#if defined(__linux__) && __has_include(<linux/membarrier.h>) && !defined(__SANITIZE_THREAD__)
#define WEIR_MEMBARRIER 1
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace weir {
namespace {

#if defined(WEIR_MEMBARRIER)
bool can_order_all_threads() { return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0; }
bool order_all_threads() { return syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0; }
#else
bool can_order_all_threads() { return false; }
bool order_all_threads() { return false; }
#endif

}  // namespace

SharedGate::SharedGate(unsigned workers)
    : worker_count_(workers), light_(can_order_all_threads()), workers_(std::make_unique<Worker[]>(workers)) {}

void SharedGate::close() {
  closed_.store(true, std::memory_order_seq_cst);
  if (light_) {
    // A thread that did not see `closed_` in enter() stored its flag before this barrier, so the loop below sees the
    // flag.
    const bool ordered = order_all_threads();
    WEIR_ASSERT(ordered, "a registered membarrier is not refused");
  }
  for (unsigned i = 0; i < worker_count_; ++i) {
    while (workers_[i].inside.load(std::memory_order_seq_cst)) std::this_thread::yield();
  }
}

void SharedGate::open() {
  // Release: a thread that reads false sees the changes.
  closed_.store(false, std::memory_order_seq_cst);
}

void SharedGate::wait() {
  while (closed_.load(std::memory_order_seq_cst)) {
    help();
    std::this_thread::yield();
  }
}

void SharedGate::lock(std::mutex& mutex) {
  while (!mutex.try_lock()) {
    help();
    std::this_thread::yield();
  }
}

void SharedGate::help() {
  if (work_.load(std::memory_order_relaxed) == nullptr) return;
  // Increment before looking for work: run_with_help() removes the work and then waits until the count is 0.
  helpers_.fetch_add(1, std::memory_order_seq_cst);
  if (const std::function<void()>* work = work_.load(std::memory_order_seq_cst); work != nullptr) (*work)();
  helpers_.fetch_sub(1, std::memory_order_seq_cst);
}

void SharedGate::run_with_help(const std::function<void()>& work) {
  work_.store(&work, std::memory_order_seq_cst);
  work();
  work_.store(nullptr, std::memory_order_seq_cst);
  while (helpers_.load(std::memory_order_seq_cst) != 0) std::this_thread::yield();
}

}  // namespace weir
