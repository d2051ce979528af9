// SPDX-License-Identifier: Apache-2.0
#include "base/thread/work_crew.h"

#include <system_error>
#include <utility>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace weir {
namespace {

/// Spins for a few dozen microseconds until `done`.
template <class Done>
bool look_for(Done&& done) {
  constexpr int kLooks = 1000;
  for (int i = 0; i < kLooks; ++i) {
    if (done()) return true;
#if defined(__SSE2__)
    _mm_pause();
#endif
  }
  return false;
}

}  // namespace

WorkCrew::WorkCrew(unsigned threads) {
  try {
    for (unsigned i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
  } catch (const std::system_error&) {
    // The system refuses more threads: continue with those that started.
  }
}

WorkCrew::~WorkCrew() {
  {
    const std::lock_guard lock(mutex_);
    closing_.store(true, std::memory_order_release);
  }
  started_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void WorkCrew::call(unsigned worker) {
  try {
    (*work_)(worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (failure_ == nullptr) failure_ = std::current_exception();
  }
}

void WorkCrew::serve(unsigned worker) {
  std::uint64_t seen = 0;
  const auto called = [&] {
    return closing_.load(std::memory_order_acquire) || round_.load(std::memory_order_acquire) != seen;
  };
  for (;;) {
    if (!look_for(called)) {
      std::unique_lock lock(mutex_);
      started_.wait(lock, called);
    }
    if (closing_.load(std::memory_order_acquire)) return;
    ++seen;
    call(worker);
    if (working_.fetch_sub(1, std::memory_order_acq_rel) != 1) continue;
    // Holding the mutex, the caller has either seen the end or is asleep.
    const std::lock_guard lock(mutex_);
    ended_.notify_one();
  }
}

void WorkCrew::run(const std::function<void(unsigned)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    working_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
    round_.fetch_add(1, std::memory_order_release);
  }
  started_.notify_all();
  call(0);
  const auto ended = [this] { return working_.load(std::memory_order_acquire) == 0; };
  if (!look_for(ended)) {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, ended);
  }
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace weir
