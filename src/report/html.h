// SPDX-License-Identifier: Apache-2.0
// A self-contained HTML page with the verdicts and an interactive view of each counterexample. No network, no
// dependencies.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

std::string html_report(const CheckResult& result);

}  // namespace weir
