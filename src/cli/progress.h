// SPDX-License-Identifier: Apache-2.0
// Progress on standard error: one live line on a terminal, occasional plain lines otherwise. LiveObserver writes it and
// handles SIGINT and SIGTERM. Used by every long-running command.
#pragma once

#include <chrono>
#include <string>

#include <weir/weir.h>

#include "cli/interrupt.h"

namespace weir::cli {

/// "1.2 M states, 850 k/s, depth 1204, 340 MB (12 % of the limit), 5 k waiting"
std::string progress_line(const Observer::Progress& progress);

enum class ProgressMode : std::uint8_t { Auto, Always, Never };

class LiveObserver final : public Observer {
 public:
  explicit LiveObserver(ProgressMode mode);
  ~LiveObserver() override { clear(); }
  void progress(const Progress& progress) override;
  bool interrupted() override { return cli::interrupted(); }
  /// Clears the line, so that other text can follow.
  void clear();

 private:
  bool shown_ = true;
  bool live_;
  std::chrono::duration<double> between_{};  ///< interval between plain lines
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::size_t width_ = 0;
};

/// 1234567 -> "1.23 M"; numbers below 10 000 are unchanged.
std::string short_number(double value);
/// 1234567 -> "1.2 MB"
std::string short_bytes(std::uint64_t bytes);

}  // namespace weir::cli
