// SPDX-License-Identifier: Apache-2.0
// A lasso whose beginning already violates the formula: what follows says nothing, and is not shown.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <weir/result.h>

#include "model/run.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// How many letters of a failing run show that the formula fails, whatever follows; nothing: it takes the whole, or the
/// property is no formula.
std::optional<std::size_t> bad_prefix_letters(TransitionSystem& system, const Property& property, const Run& run,
                                              const std::vector<std::string>& atoms);
/// Leaves out what follows the first so many letters. `sees_steps`: a letter depends on the step from its state.
void show_prefix_only(std::size_t letters, bool sees_steps, Counterexample& shown);

}  // namespace weir
