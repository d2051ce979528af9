// SPDX-License-Identifier: Apache-2.0
#include "cli/deadline.h"

#include <chrono>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/output_file.h"
#include "cli/interrupt.h"
#include "cli/output.h"

namespace weir::cli {
namespace {

std::function<bool()> interrupted_for(double seconds) {
  using Clock = std::chrono::steady_clock;
  return [seconds, since = std::optional<Clock::time_point>()]() mutable {
    if (!interrupted()) return false;
    if (!since) since = Clock::now();
    return std::chrono::duration<double>(Clock::now() - *since).count() >= seconds;
  };
}

}  // namespace

Deadline::Deadline(double seconds, LastWords last_words)
    : watchdog_(late_, seconds > 0 ? seconds + kGrace : 0, interrupted_for(kGrace),
                [this, words = std::move(last_words)] { end_program(words(reason_text(late_.reason()))); }) {}

int Deadline::report_nothing(const std::string& reason) {
  return refused({{.severity = Diagnostic::Severity::Error, .message = reason, .limit = true}});
}

void Deadline::end_program(int exit_code) {
  OutputFile::remove_unfinished();
  std::_Exit(exit_code);
}

}  // namespace weir::cli
