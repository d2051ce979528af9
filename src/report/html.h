// SPDX-License-Identifier: Apache-2.0
// One self-contained HTML page: verdicts, and each counterexample to step through. No network, no dependencies.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

std::string html_report(const CheckResult& result);

}  // namespace weir
