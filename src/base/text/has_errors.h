// SPDX-License-Identifier: Apache-2.0
// Tells whether a list of diagnostics contains an error.
#pragma once

#include <algorithm>

#include <weir/diagnostic.h>

namespace weir {

inline bool has_errors(const Diagnostics& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& diagnostic) { return diagnostic.severity == Diagnostic::Severity::Error; });
}

}  // namespace weir
