// SPDX-License-Identifier: Apache-2.0
// The difference between consecutive states, in linear time: a state may have half a million variables.
#pragma once

#include <vector>

#include <weir/transition_system.h>

namespace weir {

/// The variables of `now` that are new or have a different value in `before`, in order.
std::vector<const Variable*> changed_variables(const std::vector<Variable>& before, const std::vector<Variable>& now);

/// The number of variables from `first` on that are consecutive elements of one array with the same value; at least 1.
std::size_t equal_elements(const std::vector<const Variable*>& variables, std::size_t first);

}  // namespace weir
