// SPDX-License-Identifier: Apache-2.0
// Results for a terminal, as pure functions of the result; TextStyle selects content and colours.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

struct TextStyle {
  bool colours = false;
  int verbosity = 0;  ///< -1: verdicts only; 0; 1: engines and all statistics
};

std::string text_report(const CheckResult& result, const TextStyle& style);
/// One counterexample: numbered steps, only the changes, the atoms beside each step, the cycle marked, the reason.
std::string text_counterexample(const Counterexample& counterexample, const TextStyle& style);

}  // namespace weir
