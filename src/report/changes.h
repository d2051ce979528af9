// SPDX-License-Identifier: Apache-2.0
// What a state shows that the state before it did not, in time that grows with their size: a state may have half a
// million variables.
#pragma once

#include <vector>

#include <weir/transition_system.h>

namespace weir {

/// The variables of `now` that `before` has not, or has with another value, in order.
std::vector<const Variable*> changed_variables(const std::vector<Variable>& before, const std::vector<Variable>& now);

/// How many variables from `first` on are successive elements of one array with the same value; at least 1.
std::size_t equal_elements(const std::vector<const Variable*>& variables, std::size_t first);

}  // namespace weir
