// SPDX-License-Identifier: Apache-2.0
// The decision: how every question about a model is answered, whatever its kind. Diagnostics mean that the question
// cannot be put this way (exit 2), never that the search failed.
#pragma once

#include <vector>

#include <weir/weir.h>

#include "pipeline/decide/attempt.h"
#include "pipeline/decide/question.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// Puts the question by the plan, and by others if it must; the results are in the order of its properties.
Expected<std::vector<PropertyResult>> decide(const CheckContext& context, Plan plan, const AskQuestion& ask);

/// One property.
Expected<PropertyResult> decide(const CheckContext& context, const Plan& plan, const Property& property);
/// Properties that one search decides: any number of defects, or one property of another kind.
Expected<std::vector<PropertyResult>> decide(const CheckContext& context, const Plan& plan,
                                             const std::vector<const Property*>& properties);

}  // namespace weir
