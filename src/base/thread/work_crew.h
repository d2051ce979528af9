// SPDX-License-Identifier: Apache-2.0
// WorkCrew: a few threads that repeatedly run the same work together; the caller is one of them. Writes of the caller
// before run() are visible to all threads, and their writes are visible to the caller afterwards (ordered by round_ and
// working_). A waiting thread spins briefly before it sleeps: rounds follow each other quickly, and waking a thread
// takes tens of microseconds.
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
  /// Starts at least one thread, the caller's, and fewer than requested if the system refuses.
  explicit WorkCrew(unsigned threads);
  ~WorkCrew();
  WorkCrew(const WorkCrew&) = delete;
  WorkCrew& operator=(const WorkCrew&) = delete;

  unsigned size() const { return static_cast<unsigned>(threads_.size()) + 1; }
  /// Calls work(0) in this thread and work(1), ..., work(size() - 1) in the others, and waits for all. Rethrows the
  /// first exception after all have ended.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned worker);
  void call(unsigned worker);

  std::mutex mutex_;
  std::condition_variable started_;
  std::condition_variable ended_;
  const std::function<void(unsigned)>* work_ = nullptr;
  // Modified under the mutex, except that working_ is decremented without it; read without the mutex while spinning.
  std::atomic<std::uint64_t> round_{0};  ///< released after work_ is set
  std::atomic<unsigned> working_{0};     ///< decremented with release by each finished thread
  std::atomic<bool> closing_{false};
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

}  // namespace weir
