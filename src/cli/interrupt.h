// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM ask a run to stop and report what it has; a second one ends the program at once.
#pragma once

namespace weir::cli {

void catch_interrupts();
bool interrupted();

}  // namespace weir::cli
