// SPDX-License-Identifier: Apache-2.0
// The automaton of the runs that violate a property: the translation of !F & A1 & A2 ... for a formula F under
// assumptions, a never claim, or an automaton from a file.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "automaton/property_automaton.h"
#include "formula/timeline.h"
#include "pipeline/prepare/property.h"

namespace weir {

struct FailureAutomaton {
  std::unique_ptr<PropertyAutomaton> automaton;
  std::string translator;
  std::string form;  ///< for reports: how it is built, and its strength
  std::vector<Formula> assumptions;
  std::string vacuity;                        ///< why no run of any model can fail; empty if some run can
  std::shared_ptr<const Automaton> language;  ///< of a claim or file: used to certify a counterexample
  bool language_holds_failures = true;        ///< a counterexample must be in it; otherwise must not
  std::optional<bool> stutter_invariant;      ///< of an automaton from a file; nothing if unknown
};

/// A diagnostic with `limit` set means that a limit was reached before the automaton was complete. `exclusive`: atoms
/// of which at most one is true at each position.
Expected<FailureAutomaton> failure_automaton(const Property& property, const CheckOptions& options,
                                             const ConstructionLimits& limits = {},
                                             const std::vector<std::string>& exclusive = {});

/// Searches with another automaton, of the same space, that accepts the same runs of the model.
void replace_automaton(FailureAutomaton& failure, const Automaton& automaton);

/// For a claim or file: why a lasso is not a counterexample; empty if it is one.
std::string language_problem(const FailureAutomaton& failure, const ValuedWord& word);

}  // namespace weir
