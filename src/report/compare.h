// SPDX-License-Identifier: Apache-2.0
// What `weir compare` prints, as pure functions of its result.
#pragma once

#include <string>

#include <weir/weir.h>

namespace weir {

std::string compare_text(const Comparison& comparison);
/// One JSON object and a line end.
std::string compare_json(const Comparison& comparison, const std::string& left, const std::string& right, bool finite);

}  // namespace weir
