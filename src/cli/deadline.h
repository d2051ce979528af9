// SPDX-License-Identifier: Apache-2.0
// Deadline: the last resort of --time and of signals. Every phase polls the limits and ends by itself, with its
// results. If a phase does not (a large model is read, a report is written), the program is ended here: what is known
// is reported and unfinished files are removed.
#pragma once

#include <functional>
#include <string>

#include "base/stop_flag.h"

namespace weir::cli {

class Deadline {
 public:
  /// How long after a limit a phase may end by itself, in seconds.
  static constexpr double kGrace = 0.8;

  /// Reports what is known, from another thread, and returns the exit code. The argument is why the program ends.
  using LastWords = std::function<int(const std::string& reason)>;
  /// Watches for its lifetime. `seconds`: the time limit; 0: none, only signals.
  explicit Deadline(double seconds, LastWords last_words = report_nothing);

  /// Says why there is no result.
  static int report_nothing(const std::string& reason);
  /// Ends the program at once, without unfinished files.
  [[noreturn]] static void end_program(int exit_code);

 private:
  StopFlag late_;
  Watchdog watchdog_;
};

}  // namespace weir::cli
