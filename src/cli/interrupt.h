// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM ask a run to stop and report what it has; a second one ends the program at once.
#pragma once

#include <weir/weir.h>

namespace weir::cli {

void catch_interrupts();
bool interrupted();

/// For commands without progress: listens to the signals and nothing else.
class SignalObserver final : public Observer {
 public:
  SignalObserver() { catch_interrupts(); }
  bool interrupted() override { return cli::interrupted(); }
};

}  // namespace weir::cli
