// SPDX-License-Identifier: Apache-2.0
// StopFlag: asks long work to end. A Watchdog raises it when the time is up or the user interrupts; every loop that
// may run long polls it. Polling is one relaxed load, so hot loops can afford it at every turn.
//
// The flag is sticky: work that was cut short may leave partial results behind, and whoever draws a conclusion from
// them asks the flag first.
#pragma once

#include <atomic>
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
  /// Raised with its parent, too: for a part of the work with a limit of its own.
  explicit StopFlag(const StopFlag& parent) : parent_(&parent) {}
  StopFlag& operator=(const StopFlag&) = delete;

  bool raised() const { return reason() != Reason::None; }
  Reason reason() const {
    const Reason own = reason_.load(std::memory_order_relaxed);
    return own == Reason::None && parent_ != nullptr ? parent_->reason() : own;
  }
  /// The first reason stays.
  void raise(Reason reason) {
    Reason none = Reason::None;
    reason_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
  }

 private:
  // Relaxed: the flag publishes nothing but itself.
  std::atomic<Reason> reason_{Reason::None};
  const StopFlag* parent_ = nullptr;
};

/// "the time limit was reached", ...; as a verdict gives its reason.
const char* reason_text(StopFlag::Reason reason);

/// Raises the flag after `seconds` (0: never), or once `interrupted` returns true (empty: never), which it asks from a
/// thread of its own. Without either it starts no thread.
class Watchdog {
 public:
  Watchdog(StopFlag& flag, double seconds, std::function<bool()> interrupted);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch(double seconds);

  StopFlag& flag_;
  std::function<bool()> interrupted_;
  std::mutex mutex_;
  std::condition_variable ending_;
  bool ended_ = false;  ///< guarded by mutex_
  std::thread thread_;
};

}  // namespace weir
