// SPDX-License-Identifier: Apache-2.0
// Errors first: how a question is decided if the user leaves the choice of the search to weir. One thread searches a
// few states, which decides most models. What is still open then is hunted for a moment, because an error that is deep
// but not rare is found sooner by chance than by exhausting what lies before it. Then the search starts that visits
// every state.
#pragma once

#include <vector>

#include "pipeline/decide/decide.h"

namespace weir {

/// Decides properties that one search can decide (see decide).
Expected<std::vector<PropertyResult>> decide_errors_first(const CheckContext& context, const Plan& plan,
                                                          const std::vector<const Property*>& properties);

/// Hunts for errors of properties that nothing else is tried for, until the end of the time limit. The results are in
/// the order of the properties; none if the user has chosen a search, or there is no time left.
std::vector<PropertyResult> hunt_the_rest(const CheckContext& context, const Plan& plan,
                                          const std::vector<Property>& properties);

}  // namespace weir
