// SPDX-License-Identifier: Apache-2.0
// The exit codes of weir.
#pragma once

namespace weir::cli {

enum ExitCode : int {
  kHolds = 0,         ///< every property holds
  kViolated = 1,      ///< a property is violated, a trace fails, or two formulas differ
  kBadInput = 2,      ///< invalid usage or input; nothing was written
  kInconclusive = 3,  ///< a limit was reached, an approximate search found nothing, or the run was interrupted
};

}  // namespace weir::cli
