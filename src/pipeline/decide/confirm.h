// SPDX-License-Identifier: Apache-2.0
// --certify: a verdict "holds" has no certificate, so a second decision must agree with it. It shares neither
// translator, reductions, executor, kind of store nor search with the first one.
#pragma once

#include "pipeline/decide/decide.h"

namespace weir {

/// Confirms `result`, the answer of a decision of `property` by this plan. If the second decision is cut short, the
/// property is inconclusive; a contradiction is an internal error, with the second answer as evidence.
void confirm(const CheckContext& context, const Plan& plan, const Property& property, PropertyResult& result);

}  // namespace weir
