// SPDX-License-Identifier: Apache-2.0
// Errors first: how a question is decided if the user leaves the choice of the search to weir. One thread searches a
// few states, which decides most models. What is still open then is hunted for a moment, because an error that is deep
// but not rare is found sooner by chance than by exhausting what lies before it. Then the search starts that visits
// every state.
#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/decide/decide.h"

namespace weir {

/// Decides properties that one search can decide (see decide).
Expected<std::vector<PropertyResult>> decide_errors_first(const CheckContext& context, const Plan& plan,
                                                          const std::vector<const Property*>& properties);

/// Hunts for errors of the properties with these numbers, for which nothing else is tried, until the end of the time
/// limit. Results of properties that are violated are replaced. Does nothing if the user has chosen a search.
void hunt_the_rest(const CheckContext& context, const Plan& plan, const std::vector<Property>& properties,
                   const std::vector<std::size_t>& numbers, std::vector<PropertyResult>& results);

}  // namespace weir
