// SPDX-License-Identifier: Apache-2.0
// Results as JSON, schema 1 (docs/schema/check.json). Pure functions of the result.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

/// One object, pretty-printed, ending with a newline.
std::string json_report(const CheckResult& result);

}  // namespace weir
