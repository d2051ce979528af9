// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/option_problems.h"

#include <algorithm>

namespace weir {

Diagnostics idle_options(const std::vector<Property>& properties, const CheckOptions& options) {
  const bool infinite = std::any_of(properties.begin(), properties.end(), [](const Property& property) {
    return !is_defect(property) && !is_of_finite_words(property);
  });
  const bool finite = std::any_of(properties.begin(), properties.end(),
                                  [](const Property& property) { return property.kind == PropertyKind::Ltlf; });
  std::vector<std::string> idle;
  if (!infinite && options.emptiness != Emptiness::Auto) idle.push_back("--emptiness");
  if (!infinite && !finite && options.translator != Translator::Auto) idle.push_back("--translator");
  if (!infinite && !finite && options.fair != Fairness::None) idle.push_back("--fair");
  if (!infinite && !finite && !options.assume.empty()) idle.push_back("--assume");
  if (!finite && options.computations != Computations::All) idle.push_back("--computations");
  Diagnostics warnings;
  for (const std::string& option : idle) {
    warnings.push_back({.severity = Diagnostic::Severity::Warning,
                        .message = option + " has no effect on the properties checked here"});
  }
  return warnings;
}

}  // namespace weir
