// SPDX-License-Identifier: Apache-2.0
#include "serve/jobs.h"

#include <chrono>
#include <iterator>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

namespace weir::serve {

struct Jobs::Job {
  std::uint64_t generation = 0;
  std::atomic<bool> cancelled{false};  ///< relaxed: publishes no other data
  std::thread thread;                  ///< guarded by Jobs::mutex_, as all below
  std::uint64_t since = 1;
  Observer::Progress progress;
  std::optional<Answer> answer;
};

/// Publishes the progress of a job.
class Jobs::Reporter final : public Observer {
 public:
  Reporter(Jobs& jobs, Job& job) : jobs_(jobs), job_(job) {}

  void progress(const Progress& progress) override {
    {
      const std::lock_guard lock(jobs_.mutex_);
      job_.progress = progress;
      ++job_.since;
    }
    jobs_.news_.notify_all();
  }

  bool interrupted() override { return job_.cancelled.load(std::memory_order_relaxed); }

 private:
  Jobs& jobs_;
  Job& job_;
};

std::optional<std::uint64_t> Jobs::start(std::uint64_t generation, Work work) {
  const std::lock_guard lock(mutex_);
  std::size_t running = 0, ending = 0;
  for (const auto& [number, job] : jobs_) {
    if (job->answer) continue;
    ++(job->cancelled ? ending : running);
  }
  if (stopping_ || running >= kRunning || running + ending >= kEnding) return std::nullopt;
  drop_old();
  auto job = std::make_shared<Job>();
  job->generation = generation;
  try {
    job->thread = std::thread([this, job, work = std::move(work)] { run(job, work); });
  } catch (const std::system_error&) {
    return std::nullopt;
  }
  jobs_.emplace(++last_, std::move(job));
  return last_;
}

void Jobs::run(const std::shared_ptr<Job>& job, const Work& work) {
  Reporter reporter(*this, *job);
  Answer answer;
  try {
    answer = work(reporter);
  } catch (const std::bad_alloc&) {
    answer = {503, R"({"error":"There is not enough memory for this check."})"};
  } catch (...) {
    answer = {500, R"({"error":"Internal error; please report this with the model."})"};
  }
  {
    const std::lock_guard lock(mutex_);
    job->answer = std::move(answer);
    ++job->since;
  }
  news_.notify_all();
}

/// Requires the lock.
void Jobs::drop_old() {
  std::size_t finished = 0, bytes = 0;
  std::vector<std::uint64_t> old;
  for (auto it = jobs_.rbegin(); it != jobs_.rend(); ++it) {
    const Job& job = *it->second;
    if (!job.answer) continue;
    ++finished;
    bytes += job.answer->body.size();
    if (finished > kFinished || (finished > 1 && bytes > kBytes)) old.push_back(it->first);
  }
  for (const std::uint64_t number : old) {
    jobs_[number]->thread.join();  // it has nothing left to do but to return
    jobs_.erase(number);
  }
}

std::optional<Jobs::View> Jobs::wait(std::uint64_t number, std::uint64_t since, double seconds) {
  std::unique_lock lock(mutex_);
  const auto found = jobs_.find(number);
  if (found == jobs_.end()) return std::nullopt;
  const std::shared_ptr<Job> job = found->second;
  news_.wait_for(lock, std::chrono::duration<double>(seconds),
                 [&] { return stopping_ || job->answer || job->cancelled || job->since > since; });
  return View{job->generation, job->since, job->cancelled, job->answer, job->progress};
}

bool Jobs::cancel(std::uint64_t number) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = jobs_.find(number);
    if (found == jobs_.end()) return false;
    found->second->cancelled = true;
  }
  news_.notify_all();
  return true;
}

void Jobs::keep_only(std::uint64_t generation) {
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [number, job] : jobs_)
      if (job->generation != generation) job->cancelled = true;
  }
  news_.notify_all();
}

void Jobs::stop() {
  std::vector<std::shared_ptr<Job>> all;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    for (auto& [number, job] : jobs_) {
      job->cancelled = true;
      all.push_back(job);
    }
    jobs_.clear();
  }
  news_.notify_all();
  for (const std::shared_ptr<Job>& job : all) job->thread.join();
}

}  // namespace weir::serve
