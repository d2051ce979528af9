// SPDX-License-Identifier: Apache-2.0
#include "cli/interrupt.h"

#include <csignal>

#include "base/output_file.h"

namespace weir::cli {
namespace {

volatile std::sig_atomic_t signals_caught = 0;

void on_signal(int signal) {
  signals_caught = signals_caught + 1;
  if (signals_caught > 1) {
    OutputFile::remove_unfinished();
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

void catch_signal(int signal) {
  // Without SA_RESTART, a read that waits for a pipe or a terminal ends, too.
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  catch_signal(SIGINT);
  catch_signal(SIGTERM);
}

void catch_keyboard_interrupts() { catch_signal(SIGINT); }

bool interrupted() { return signals_caught > 0; }

void forget_interrupts() { signals_caught = 0; }

}  // namespace weir::cli
