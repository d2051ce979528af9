// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/option_problems.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "pipeline/prepare/reductions.h"

namespace weir {

Diagnostics problems_with(const CheckOptions& options) {
  Diagnostics problems;
  problems = unknown_reductions(options.reduce);
  for (Diagnostic& problem : unknown_symmetry(options.symmetry)) problems.push_back(std::move(problem));
  static constexpr std::string_view kTranslators[] = {"auto", "couvreur", "derivative", "closure"};
  if (std::find(std::begin(kTranslators), std::end(kTranslators), options.translator) == std::end(kTranslators)) {
    problems.push_back({.message = "there is no translator `" + options.translator + "`"});
  }
  return problems;
}

Diagnostics idle_options(const std::vector<Property>& properties, const CheckOptions& options) {
  const bool infinite = std::any_of(properties.begin(), properties.end(), [](const Property& property) {
    return !is_defect(property) && !is_of_finite_words(property);
  });
  const bool finite = std::any_of(properties.begin(), properties.end(),
                                  [](const Property& property) { return property.kind == PropertyKind::Ltlf; });
  std::vector<std::string> idle;
  if (!infinite && options.emptiness != "auto") idle.push_back("--emptiness");
  if (!infinite && !finite && options.translator != "auto") idle.push_back("--translator");
  if (!infinite && !finite && options.fair != "none") idle.push_back("--fair");
  if (!infinite && !finite && !options.assume.empty()) idle.push_back("--assume");
  if (!finite && options.computations != "all") idle.push_back("--computations");
  Diagnostics warnings;
  for (const std::string& option : idle) {
    warnings.push_back({.severity = Diagnostic::Severity::Warning,
                        .message = option + " changes nothing: no property that is checked here looks at it"});
  }
  return warnings;
}

}  // namespace weir
