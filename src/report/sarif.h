// SPDX-License-Identifier: Apache-2.0
// Results as SARIF 2.1.0, for code-scanning views: one result per violated property, the run as its code flow.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

std::string sarif_report(const CheckResult& result);

}  // namespace weir
