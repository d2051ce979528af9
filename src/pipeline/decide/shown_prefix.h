// SPDX-License-Identifier: Apache-2.0
// Runs with a prefix that already violates the property, whatever follows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <weir/result.h>

#include "model/run.h"
#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/failure_automaton.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// A property of infinite runs, its failures, and the atoms of both.
struct FailingProperty {
  const Property& property;
  const FailureAutomaton& failure;
  const std::vector<std::string>& atoms;
};

/// The number of letters after which every continuation of a failing run fails. Nothing if there is no such prefix or
/// the property is not a formula. `guess`: about how many, if known.
std::optional<std::size_t> bad_prefix_letters(const Attempt& attempt, const Property& property, const Run& run,
                                              const std::vector<std::string>& atoms,
                                              std::optional<std::size_t> guess = std::nullopt);
/// Removes everything after this many letters. `sees_steps`: a letter depends on the step from its state. `violated`:
/// the word for what the run violates.
void show_prefix_only(std::size_t letters, bool sees_steps, const std::string& violated, Counterexample& shown);
/// Concludes with a finite run whose continuations all violate the property and satisfy the assumptions.
void conclude_bad_prefix(const Attempt& attempt, const FailingProperty& failing, const Run& run,
                         PropertyResult& result);

}  // namespace weir
