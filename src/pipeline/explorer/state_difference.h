// SPDX-License-Identifier: Apache-2.0
// What distinguishes two readable states: a step is shown with what it changed.
#pragma once

#include <string>
#include <vector>

#include <weir/transition_system.h>

namespace weir {

struct StateDifference {
  std::vector<Variable> changed;  ///< new variables and variables with a new value, in the order of `after`
  std::vector<std::string> gone;  ///< variables of `before` that `after` does not have
};

StateDifference difference(const std::vector<Variable>& before, const std::vector<Variable>& after);

}  // namespace weir
