// SPDX-License-Identifier: Apache-2.0
#include <weir/report.h>

#include <algorithm>

#include "report/text.h"

namespace weir {

std::string report(const Expected<CheckResult>& result) {
  return result ? text_report(*result, {}) : to_string(result.error()) + "\n";
}

int exit_code(const Expected<CheckResult>& result) {
  if (!result) return 2;
  const auto any = [&](Verdict verdict) {
    return std::any_of(result->properties.begin(), result->properties.end(),
                       [&](const PropertyResult& property) { return property.verdict == verdict; });
  };
  return any(Verdict::Violated) ? 1 : any(Verdict::Inconclusive) ? 3 : 0;
}

}  // namespace weir
