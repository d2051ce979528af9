// SPDX-License-Identifier: Apache-2.0
// Progress on standard error: one live line on a terminal, occasional plain lines otherwise. LiveObserver writes it and
// handles SIGINT and SIGTERM. Used by every long-running command.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include <weir/weir.h>

#include "cli/interrupt.h"

namespace weir::cli {

/// "property 3 of 16, 2 s of 10 s, mutex: 1.2 M states, 850 k/s, depth 1204, 340 MB (12 % of the limit), 5 k waiting"
std::string progress_line(const Observer::Progress& progress);

enum class ProgressMode : std::uint8_t { Auto, Always, Never };

class LiveObserver : public Observer {
 public:
  /// `verbose`: notes are printed even if progress is not.
  explicit LiveObserver(ProgressMode mode, bool verbose = false);
  ~LiveObserver() override { clear(); }
  void progress(const Progress& progress) override;
  void note(const std::string& what) override;
  bool interrupted() override { return cli::interrupted(); }
  /// Clears the line, so that other text can follow.
  void clear();

 private:
  bool shown_ = true;
  bool notes_;
  bool live_;
  std::chrono::duration<double> between_{};  ///< interval between plain lines
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  ///< the line may be cleared by another thread
  std::size_t width_ = 0;
};

}  // namespace weir::cli
