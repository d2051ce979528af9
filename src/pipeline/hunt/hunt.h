// SPDX-License-Identifier: Apache-2.0
// --hunt: looks for violations in spaces beyond reach, with a portfolio of incomplete searches (search/hunt/strategy.h)
// on all threads. It finds errors, and never concludes that a property holds.
#pragma once

#include <vector>

#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// Hunts for violations of all properties at once, for at most `seconds` (0: no limit of its own). Ends earlier if
/// every property is violated or its whole space was visited, at a limit of the plan, or when the context's flag is
/// raised. The results are in the order of the properties: violated, or inconclusive with what was covered. Diagnostics
/// mean that the options are not suitable. Uses the context's system, or the property's own.
Expected<std::vector<PropertyResult>> hunt(const CheckContext& context, const Plan& plan,
                                           const std::vector<Property>& properties, double seconds = 0);

/// Messages for options that make no sense together with --hunt.
Diagnostics hunt_problems(const CheckOptions& options);

}  // namespace weir
