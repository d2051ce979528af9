// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM ask a run to stop and report its results so far; a second signal ends the program immediately.
#pragma once

#include <weir/weir.h>

namespace weir::cli {

void catch_interrupts();
/// For a prompt: SIGINT only, which then ends the command in progress, not the program. SIGTERM ends the program.
void catch_keyboard_interrupts();
bool interrupted();
/// The interruption was handled; the next signal is the first again.
void forget_interrupts();

/// An observer for commands without progress output: handles only the signals.
class SignalObserver final : public Observer {
 public:
  SignalObserver() { catch_interrupts(); }
  bool interrupted() override { return cli::interrupted(); }
};

}  // namespace weir::cli
