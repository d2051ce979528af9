// SPDX-License-Identifier: Apache-2.0
// Prints the result of a check and computes the exit code that `weir check` would return.
#pragma once

#include <string>

#include <weir/diagnostic.h>
#include <weir/export.h>
#include <weir/result.h>

namespace weir {

/// The text that `weir check` prints: verdicts, statistics and counterexamples, or the errors in the input.
WEIR_EXPORT std::string report(const Expected<CheckResult>& result);

/// 0: every property holds; 1: a property is violated; 2: invalid input; 3: inconclusive.
WEIR_EXPORT int exit_code(const Expected<CheckResult>& result);

}  // namespace weir
