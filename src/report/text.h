// SPDX-License-Identifier: Apache-2.0
// Results for a terminal. Pure functions of the result: what to show and in which colours is said by TextStyle.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

struct TextStyle {
  bool colours = false;
  int verbosity = 0;  ///< -1: verdicts only; 0; 1: engines and all statistics
};

std::string text_report(const CheckResult& result, const TextStyle& style);
/// One counterexample: steps numbered, only what changed, the atoms beside each step, the cycle marked, the reason.
std::string text_counterexample(const Counterexample& counterexample, const TextStyle& style);

}  // namespace weir
