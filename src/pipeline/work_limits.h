// SPDX-License-Identifier: Apache-2.0
// WorkLimits: the limits of one verb for automaton constructions. Watches the clock and the observer during its
// lifetime.
#pragma once

#include <cstdint>

#include <weir/weir.h>

#include "automaton/limits.h"
#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "pipeline/interruption.h"

namespace weir {

class WorkLimits {
 public:
  WorkLimits(double seconds, std::uint64_t memory, Observer* observer)
      : watchdog_(stop_, seconds, interruption(observer)), limits_{&stop_, resident_bytes() + run_budget(memory)} {}

  const ConstructionLimits& construction() const { return limits_; }
  const StopFlag& stop() const { return stop_; }

 private:
  StopFlag stop_;
  Watchdog watchdog_;
  ConstructionLimits limits_;
};

}  // namespace weir
