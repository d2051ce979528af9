// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "base/text/printable.h"
#include "report/numbers.h"

namespace weir::cli {

namespace {
/// The width of the terminal in characters; 0 if unknown.
std::size_t terminal_width() {
  winsize size = {};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
}  // namespace

LiveObserver::LiveObserver(ProgressMode mode, bool verbose)
    : notes_(verbose || mode == ProgressMode::Always), live_(isatty(STDERR_FILENO) == 1) {
  // Log lines are permanent: print one per second if requested, otherwise only for long runs.
  const double between = live_ ? 0 : mode == ProgressMode::Always ? 1 : 10;
  shown_ = mode != ProgressMode::Never;
  notes_ = notes_ || (live_ && shown_);
  between_ = std::chrono::duration<double>(between);
  catch_interrupts();
}

std::string progress_line(const Observer::Progress& progress) {
  const Statistics& stats = progress.stats;
  std::string line;
  if (progress.count > 1) {
    line += fmt::format("property {} of {}, {:.0f} s", progress.number, progress.count, stats.seconds);
    if (progress.seconds_granted > 0) line += fmt::format(" of {:.0f} s", progress.seconds_granted);
    line += progress.property.empty() ? ": " : ", ";
  }
  if (!progress.property.empty()) line += printable(progress.property) + ": ";
  // A store that forgets generates states again: the number generated says nothing about memory.
  const std::uint64_t stored = stats.stored_peak > 0 ? stats.stored_peak : stats.states;
  const std::uint64_t generated = std::max(stats.states_generated, stored);
  line += generated == stored ? counted(stored, "state")
                              : counted(stored, "state") + " stored, " + std::to_string(generated) + " generated";
  const double rate = stats.seconds > 0 ? static_cast<double>(generated) / stats.seconds : 0;
  line += fmt::format(", {}/s, depth {}, {}", static_cast<std::uint64_t>(rate), stats.max_depth,
                      bytes_text(stats.memory_bytes));
  if (progress.memory_limit > 0) {
    const double share = static_cast<double>(stats.memory_bytes) / static_cast<double>(progress.memory_limit);
    line += fmt::format(" ({:.0f} % of the limit)", 100 * share);
  }
  if (progress.frontier > 0) line += fmt::format(", {} waiting", progress.frontier);
  return line;
}

void LiveObserver::progress(const Progress& progress) {
  if (!shown_) return;
  const std::lock_guard lock(mutex_);
  std::string line = progress_line(progress);
  if (!live_) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < between_) return;
    last_ = now;
    std::fputs((line + "\n").c_str(), stderr);
    std::fflush(stderr);
    return;
  }
  // A wrapped line could not be overwritten.
  if (const std::size_t room = terminal_width(); room > 1 && line.size() >= room) line.resize(room - 1);
  const std::size_t width = line.size();
  if (width < width_) line.append(width_ - width, ' ');
  width_ = width;
  std::fputs(("\r" + line).c_str(), stderr);
  std::fflush(stderr);
}

void LiveObserver::note(const std::string& what) {
  if (!notes_) return;
  clear();
  const std::lock_guard lock(mutex_);
  std::fputs((printable(what) + "\n").c_str(), stderr);
  std::fflush(stderr);
}

void LiveObserver::clear() {
  const std::lock_guard lock(mutex_);
  if (width_ == 0) return;
  std::fputs(("\r" + std::string(width_, ' ') + "\r").c_str(), stderr);
  std::fflush(stderr);
  width_ = 0;
}

}  // namespace weir::cli
