// SPDX-License-Identifier: Apache-2.0
// The first counterexample in the Informal Trace Format (ITF) of Apalache, for its viewers.
#pragma once

#include <string>

#include <weir/result.h>

namespace weir {

/// Empty if nothing is violated.
std::string itf_report(const CheckResult& result);

}  // namespace weir
