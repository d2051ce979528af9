// SPDX-License-Identifier: Apache-2.0
// Shows only the prefix of a lasso if it already violates the formula.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <weir/result.h>

#include "model/run.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// The number of letters after which every continuation of a failing run fails. Nothing if there is no such prefix or
/// the property is not a formula.
std::optional<std::size_t> bad_prefix_letters(TransitionSystem& system, const Property& property, const Run& run,
                                              const std::vector<std::string>& atoms);
/// Removes everything after this many letters. `sees_steps`: a letter depends on the step from its state.
void show_prefix_only(std::size_t letters, bool sees_steps, Counterexample& shown);

}  // namespace weir
