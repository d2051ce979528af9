// SPDX-License-Identifier: Apache-2.0
// Lets a Watchdog ask whether the user has interrupted.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include <weir/weir.h>

namespace weir {

/// Becomes true `grace` seconds after the observer is interrupted; empty if there is no observer.
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
