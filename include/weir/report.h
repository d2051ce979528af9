// SPDX-License-Identifier: Apache-2.0
// What a program does with the result of a check: print it, and end with the exit code of `weir check`.
#pragma once

#include <string>

#include <weir/diagnostic.h>
#include <weir/result.h>

namespace weir {

/// The text that `weir check` prints: verdicts, statistics, counterexamples; or what was wrong with the question.
std::string report(const Expected<CheckResult>& result);

/// 0: every property holds; 1: one is violated; 2: the question was wrong; 3: inconclusive.
int exit_code(const Expected<CheckResult>& result);

}  // namespace weir
