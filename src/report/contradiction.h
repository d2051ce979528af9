// SPDX-License-Identifier: Apache-2.0
// The report of contradicting decisions, with everything needed to reproduce it.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

bool has_contradiction(const CheckResult& result);
/// JSON with the options as given, the text of the model, the first answers and those that contradict them.
std::string contradiction_report(const CheckResult& result, const std::string& options, const std::string& model_text);

}  // namespace weir
