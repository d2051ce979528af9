// SPDX-License-Identifier: Apache-2.0
// Jobs: checks that run in threads of their own, each with its progress, and each can be cancelled. The answers of the
// latest finished jobs are kept, within a number and a size.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <weir/weir.h>

namespace weir::serve {

class Jobs {
 public:
  static constexpr std::size_t kRunning = 4;        ///< jobs that run at the same time
  static constexpr std::size_t kEnding = 12;        ///< threads, with those of cancelled jobs that have not ended yet
  static constexpr std::size_t kFinished = 32;      ///< finished jobs that are kept
  static constexpr std::size_t kBytes = 64U << 20;  ///< of their answers; the latest is always kept

  /// The answer of a finished job, as a status and the body of a reply.
  struct Answer {
    int status = 200;
    std::string body;
  };
  /// The work of a job. It reports its progress to the observer and ends soon after `interrupted()` returns true.
  using Work = std::function<Answer(Observer& observer)>;

  ~Jobs() { stop(); }

  /// Starts a job of this generation of the model and returns its number, or nothing if too many are running.
  std::optional<std::uint64_t> start(std::uint64_t generation, Work work);

  struct View {
    std::uint64_t generation = 0;
    std::uint64_t since = 0;  ///< increases with every news
    bool cancelled = false;
    std::optional<Answer> answer;  ///< once it has finished
    Observer::Progress progress;
  };
  /// Waits until there is news since this number, at most this long; nothing if there is no such job.
  std::optional<View> wait(std::uint64_t job, std::uint64_t since, double seconds);
  /// Returns false if there is no such job.
  bool cancel(std::uint64_t job);
  /// Cancels the jobs of other generations.
  void keep_only(std::uint64_t generation);
  /// Cancels all and waits until they have ended.
  void stop();

 private:
  struct Job;
  class Reporter;
  void run(const std::shared_ptr<Job>& job, const Work& work);
  void drop_old();

  std::mutex mutex_;
  std::condition_variable news_;
  std::map<std::uint64_t, std::shared_ptr<Job>> jobs_;  ///< guarded by mutex_; by number, so the oldest first
  std::uint64_t last_ = 0;                              ///< guarded by mutex_
  bool stopping_ = false;                               ///< guarded by mutex_
};

}  // namespace weir::serve
