// SPDX-License-Identifier: Apache-2.0
// The output of `weir compare`, as pure functions of its result.
#pragma once

#include <string>
#include <string_view>

#include <weir/weir.h>

namespace weir {

/// `what`: "formula" or "automaton", the kind of the compared objects.
std::string compare_text(const Comparison& comparison, std::string_view what = "formula");
/// One JSON object and a newline.
std::string compare_json(const Comparison& comparison, const std::string& left, const std::string& right, bool finite);

}  // namespace weir
