// SPDX-License-Identifier: Apache-2.0
// SavingGrace: the moment that a search which is saved gets past its limits. An expansion that was cut short cannot be
// saved. So the search is told to stop first, and can save itself between two expansions; only if one expansion takes
// longer than this is it cut short, and the search ends without being saved once more.
#pragma once

#include <weir/weir.h>

#include "base/stop_flag.h"
#include "pipeline/interruption.h"

namespace weir {

struct SavingGrace {
  static constexpr double kSeconds = 0.5;

  /// Watches nothing unless the search is saved. `seconds`: its time limit; 0: none.
  SavingGrace(bool saved, double seconds, Observer* observer)
      : watchdog(late, saved && seconds > 0 ? seconds + kSeconds : 0,
                 saved ? interruption(observer, kSeconds) : std::function<bool()>()) {}

  StopFlag late;  ///< raised when the moment is over

 private:
  Watchdog watchdog;
};

}  // namespace weir
