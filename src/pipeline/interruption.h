// SPDX-License-Identifier: Apache-2.0
// What a Watchdog asks: whether the user has interrupted, or whether a limit was reached a while ago.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include <weir/weir.h>

namespace weir {

/// Becomes true `grace` seconds after `asked` does.
inline std::function<bool()> delayed(std::function<bool()> asked, double grace) {
  using Clock = std::chrono::steady_clock;
  return [asked = std::move(asked), grace, since = std::optional<Clock::time_point>()]() mutable {
    if (!asked()) return false;
    if (!since) since = Clock::now();
    return std::chrono::duration<double>(Clock::now() - *since).count() >= grace;
  };
}

/// What is left of a time limit (0: none) after some seconds; never 0 if there is a limit.
inline double time_left(double limit, double seconds_used) {
  return limit > 0 ? std::max(limit - seconds_used, 1e-3) : 0;
}

/// Becomes true `grace` seconds after the observer is interrupted; empty if there is no observer.
inline std::function<bool()> interruption(Observer* observer, double grace = 0) {
  if (observer == nullptr) return {};
  return delayed([observer] { return observer->interrupted(); }, grace);
}

}  // namespace weir
