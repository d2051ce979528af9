// SPDX-License-Identifier: Apache-2.0
// The live line on standard error, and the observer that writes it and listens to SIGINT and SIGTERM. Used by every
// command that runs for long.
#pragma once

#include <string>

#include <weir/weir.h>

#include "cli/interrupt.h"

namespace weir::cli {

/// `auto`: only if standard error is a terminal.
bool wants_progress(const std::string& mode);

/// "1.2 M states, 850 k/s, depth 1204, 340 MB (12 %)"
std::string progress_line(const Observer::Progress& progress);

class LiveObserver final : public Observer {
 public:
  /// `mode`: auto, always, never.
  explicit LiveObserver(const std::string& mode) : shown_(wants_progress(mode)) { catch_interrupts(); }
  ~LiveObserver() override { clear(); }
  void progress(const Progress& progress) override;
  bool interrupted() override { return cli::interrupted(); }
  /// Wipes the line, so that other text can follow.
  void clear();

 private:
  bool shown_;
  std::size_t width_ = 0;
};

/// 1234567 -> "1.23 M"; below 10 000 as it is.
std::string short_number(double value);
/// 1234567 -> "1.2 MB"
std::string short_bytes(std::uint64_t bytes);

}  // namespace weir::cli
