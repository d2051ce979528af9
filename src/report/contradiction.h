// SPDX-License-Identifier: Apache-2.0
// What to report where two decisions contradict each other: everything that it takes to see it again.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

bool has_contradiction(const CheckResult& result);
/// JSON with the options as they were given, the model's text, the first answers and those that contradict them.
std::string contradiction_report(const CheckResult& result, const std::string& options, const std::string& model_text);

}  // namespace weir
