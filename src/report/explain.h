// SPDX-License-Identifier: Apache-2.0
// The output of `weir explain`, as pure functions of its result.
#pragma once

#include <string>

#include <weir/weir.h>

namespace weir {

std::string explain_text(const FormulaExplanation& explanation);
/// One JSON object and a newline.
std::string explain_json(const FormulaExplanation& explanation, bool finite);

std::string patterns_text(const PatternCatalogue& catalogue);
/// One JSON object and a newline.
std::string patterns_json(const PatternCatalogue& catalogue);

}  // namespace weir
