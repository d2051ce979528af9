// SPDX-License-Identifier: Apache-2.0
// StopFlag: asks long-running work to end. A Watchdog raises it when time is up or the user interrupts; every long loop
// polls it. Polling is one relaxed load, cheap enough for every iteration of a hot loop.
//
// The flag is sticky: interrupted work may leave partial results, so code that draws conclusions from them must check
// the flag first.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace weir {

class StopFlag {
 public:
  enum class Reason : std::uint8_t { None, Interrupted, Time, Memory };

  StopFlag() = default;
  /// Also raised when its parent is. Used for a part of the work with its own limit.
  explicit StopFlag(const StopFlag& parent) : parent_(&parent) {}
  StopFlag& operator=(const StopFlag&) = delete;

  bool raised() const { return reason() != Reason::None; }
  /// Why the work ends. A share of the time that is used up matters only as long as the parent is not raised.
  Reason reason() const {
    const Reason own = reason_.load(std::memory_order_relaxed);
    if (parent_ == nullptr || (own != Reason::None && own != Reason::Time)) return own;
    const Reason whole = parent_->reason();
    return whole != Reason::None ? whole : own;
  }
  /// Only the first reason is kept.
  void raise(Reason reason);
  /// How long ago this flag itself was raised; 0 if it was not.
  double seconds_raised() const;
  /// The flag of the whole work.
  const StopFlag& whole() const { return parent_ != nullptr ? parent_->whole() : *this; }

 private:
  // Relaxed: the flag publishes no other data.
  std::atomic<Reason> reason_{Reason::None};
  std::atomic<std::chrono::steady_clock::rep> raised_at_{0};  ///< 0: not raised
  const StopFlag* parent_ = nullptr;
};

/// The reason as it appears in a verdict, e.g. "the time limit was reached".
const char* reason_text(StopFlag::Reason reason);

/// Raises the flag after `seconds` (0: never), or once `interrupted` returns true (null: never); then calls `act`.
/// Polls from its own thread; starts no thread if both are absent.
class Watchdog {
 public:
  Watchdog(StopFlag& flag, double seconds, std::function<bool()> interrupted, std::function<void()> act = {});
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch(double seconds);

  StopFlag& flag_;
  std::function<bool()> interrupted_;
  std::function<void()> act_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool ended_ = false;  ///< guarded by mutex_
  std::thread thread_;
};

}  // namespace weir
