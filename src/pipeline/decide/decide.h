// SPDX-License-Identifier: Apache-2.0
// Decides questions of every kind about a model. Diagnostics mean that the question cannot be decided with these
// options (exit 2), never that the search failed.
#pragma once

#include <vector>

#include <weir/weir.h>

#include "pipeline/decide/attempt.h"
#include "pipeline/decide/question.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// Decides the question by the plan, and by others if necessary; the results are in the order of its properties.
Expected<std::vector<PropertyResult>> decide(const CheckContext& context, Plan plan, const AskQuestion& ask);

/// Decides one property.
Expected<PropertyResult> decide(const CheckContext& context, const Plan& plan, const Property& property);
/// Decides properties that one search can decide (see `ask`).
Expected<std::vector<PropertyResult>> decide(const CheckContext& context, const Plan& plan,
                                             const std::vector<const Property*>& properties);

}  // namespace weir
