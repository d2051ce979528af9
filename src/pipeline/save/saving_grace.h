// SPDX-License-Identifier: Apache-2.0
// SavingGrace: extra time after the limits for a search that is saved. An incomplete expansion cannot be saved. So the
// search is told to stop first and can save itself between two expansions. Only if one expansion takes longer than this
// is it cut short, and the search ends without another save.
#pragma once

#include <weir/weir.h>

#include "base/stop_flag.h"
#include "pipeline/interruption.h"

namespace weir {

struct SavingGrace {
  static constexpr double kSeconds = 0.5;

  /// Does nothing unless the search is saved. `seconds`: its time limit; 0: none.
  SavingGrace(bool saved, double seconds, Observer* observer)
      : watchdog(late, saved && seconds > 0 ? seconds + kSeconds : 0,
                 saved ? interruption(observer, kSeconds) : std::function<bool()>()) {}

  StopFlag late;  ///< raised when the extra time is over

 private:
  Watchdog watchdog;
};

}  // namespace weir
