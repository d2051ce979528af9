// SPDX-License-Identifier: Apache-2.0
// Runs with a prefix that already violates the property, whatever follows.
#pragma once

#include <cstddef>
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
  bool sees_steps = false;                      ///< a letter depends on the step from its state
  std::vector<std::uint32_t> state_atoms = {};  ///< the atoms of states that the search has looked at
};

/// Concludes with a failing run of the model, a lasso or a bad prefix. `letters`: of a finite run, a number of letters
/// after which every continuation fails.
void conclude_failing_run(const Attempt& attempt, const FailingProperty& failing, Run run, std::size_t letters,
                          PropertyResult& result);
/// Concludes with a finite run whose continuations all violate the property and satisfy the assumptions.
void conclude_bad_prefix(const Attempt& attempt, const FailingProperty& failing, const Run& run,
                         PropertyResult& result);

}  // namespace weir
