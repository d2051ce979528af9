// SPDX-License-Identifier: Apache-2.0
// What a Watchdog asks to learn that the user interrupts.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include <weir/weir.h>

namespace weir {

/// Becomes true when the observer is interrupted, or so many seconds later; empty: there is no observer.
inline std::function<bool()> interruption(Observer* observer, double grace = 0) {
  using Clock = std::chrono::steady_clock;
  if (observer == nullptr) return {};
  return [observer, grace, since = std::optional<Clock::time_point>()]() mutable {
    if (!observer->interrupted()) return false;
    if (!since) since = Clock::now();
    return std::chrono::duration<double>(Clock::now() - *since).count() >= grace;
  };
}

}  // namespace weir
