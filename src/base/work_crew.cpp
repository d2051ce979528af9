// SPDX-License-Identifier: Apache-2.0
#include "base/work_crew.h"

#include <system_error>
#include <utility>

namespace weir {

WorkCrew::WorkCrew(unsigned threads) {
  try {
    for (unsigned i = 1; i < threads; ++i) threads_.emplace_back([this, i] { serve(i); });
  } catch (const std::system_error&) {
    // No more threads to be had: those there are do the work.
  }
}

WorkCrew::~WorkCrew() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
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
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      started_.wait(lock, [&] { return closing_ || round_ != seen; });
      if (closing_) return;
      seen = round_;
    }
    call(worker);
    const std::lock_guard lock(mutex_);
    if (--working_ == 0) ended_.notify_one();
  }
}

void WorkCrew::run(const std::function<void(unsigned)>& work) {
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    working_ = static_cast<unsigned>(threads_.size());
    ++round_;
  }
  started_.notify_all();
  call(0);
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return working_ == 0; });
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
}

}  // namespace weir
