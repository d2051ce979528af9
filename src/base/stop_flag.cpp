// SPDX-License-Identifier: Apache-2.0
#include "base/stop_flag.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace weir {

namespace {
using Clock = std::chrono::steady_clock;
constexpr auto kAskEvery = std::chrono::milliseconds(20);
constexpr double kLongest = 1e9;  ///< seconds; more would overflow the clock
}  // namespace

const char* reason_text(StopFlag::Reason reason) {
  switch (reason) {
    case StopFlag::Reason::None: break;
    case StopFlag::Reason::Interrupted: return "interrupted";
    case StopFlag::Reason::Time: return "the time limit was reached";
    case StopFlag::Reason::Memory: return "the memory limit was reached";
  }
  return "";
}

void StopFlag::raise(Reason reason) {
  Reason none = Reason::None;
  if (reason_.compare_exchange_strong(none, reason, std::memory_order_relaxed))
    raised_at_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
}

double StopFlag::seconds_raised() const {
  const Clock::rep raised_at = raised_at_.load(std::memory_order_relaxed);
  if (raised_at == 0) return 0;
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(raised_at)).count();
}

Watchdog::Watchdog(StopFlag& flag, double seconds, std::function<bool()> interrupted, std::function<void()> act)
    : flag_(flag), interrupted_(std::move(interrupted)), act_(std::move(act)) {
  if (interrupted_ && interrupted_()) flag_.raise(StopFlag::Reason::Interrupted);
  if (seconds > 0 || interrupted_) thread_ = std::thread([this, seconds] { watch(seconds); });
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  ending_.notify_one();
  thread_.join();
}

void Watchdog::watch(double seconds) {
  const bool timed = seconds > 0;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(std::min(seconds, kLongest)));
  std::unique_lock lock(mutex_);
  while (!ended_ && !flag_.raised()) {
    Clock::time_point next = interrupted_ ? Clock::now() + kAskEvery : deadline;
    if (timed) next = std::min(next, deadline);
    ending_.wait_until(lock, next, [this] { return ended_; });
    if (ended_) return;
    if (timed && Clock::now() >= deadline) flag_.raise(StopFlag::Reason::Time);
    if (interrupted_ && interrupted_()) flag_.raise(StopFlag::Reason::Interrupted);
  }
  if (ended_ || !act_) return;
  lock.unlock();
  act_();
}

}  // namespace weir
