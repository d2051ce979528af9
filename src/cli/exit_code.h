// SPDX-License-Identifier: Apache-2.0
// What weir's exit code says.
#pragma once

namespace weir::cli {

enum ExitCode : int {
  kHolds = 0,         ///< every property holds
  kViolated = 1,      ///< a property is violated, a trace fails, two formulas differ
  kBadInput = 2,      ///< wrong use or bad input; nothing was written
  kInconclusive = 3,  ///< a limit was reached, an approximate search found nothing, or the run was interrupted
};

}  // namespace weir::cli
