// SPDX-License-Identifier: Apache-2.0
// --certify: a verdict "holds" has no certificate, so a second decision has to come to the same answer. It shares
// neither translator nor reductions, executor, kind of store or search with the first one.
#pragma once

#include "pipeline/decide/decide.h"

namespace weir {

/// Confirms `result`, the answer of a decision of `property` by this plan. A second decision that is cut short
/// leaves the property inconclusive; one that contradicts is an internal error, with its answer as evidence.
void confirm(const CheckContext& context, const Plan& plan, const Property& property, PropertyResult& result);

}  // namespace weir
