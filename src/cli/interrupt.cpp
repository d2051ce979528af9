// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <csignal>

namespace weir::cli {
namespace {

volatile std::sig_atomic_t signals_caught = 0;  // the one thing a signal handler may touch

void on_signal(int signal) {
  signals_caught = signals_caught + 1;
  if (signals_caught > 1) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

void catch_interrupts() {
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

bool interrupted() { return signals_caught > 0; }

}  // namespace weir::cli
