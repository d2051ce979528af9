// SPDX-License-Identifier: Apache-2.0
// WorkCrew: a few threads that run the same piece of work together, again and again; the caller is one of them. What
// the caller wrote before run() is seen by all, and what they wrote is seen by the caller afterwards (round_ and
// working_ order both). Whoever waits looks for a short time before it sleeps: pieces of work follow each other
// quickly, and waking a thread takes tens of microseconds.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace weir {

class WorkCrew {
 public:
  /// At least one thread, the caller's; fewer than asked for if the system refuses.
  explicit WorkCrew(unsigned threads);
  ~WorkCrew();
  WorkCrew(const WorkCrew&) = delete;
  WorkCrew& operator=(const WorkCrew&) = delete;

  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }
  /// Calls work(0) here and work(1), ..., work(size() - 1) elsewhere, and waits for all. The first exception thrown by
  /// any of them is thrown here, after all have ended.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned worker);
  void call(unsigned worker);

  std::mutex mutex_;
  std::condition_variable started_;
  std::condition_variable ended_;
  const std::function<void(unsigned)>* work_ = nullptr;
  // These change under the mutex, but for working_ on its way down, and are read by those who look without it.
  std::atomic<std::uint64_t> round_{0};  ///< released after work_ is set
  std::atomic<unsigned> working_{0};     ///< released by each thread that is done
  std::atomic<bool> closing_{false};
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace weir
