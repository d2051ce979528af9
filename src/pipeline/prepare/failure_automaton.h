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
  std::string form;  ///< for people: how it is made, and how strong it is
  std::vector<Formula> assumptions;
  std::string vacuity;                        ///< why no run of any model can fail; empty: some could
  std::shared_ptr<const Automaton> language;  ///< of a claim or file: what judges a counterexample
  bool language_holds_failures = true;        ///< a counterexample must belong to it; false: must not
  std::optional<bool> stutter_invariant;      ///< of an automaton from a file; nothing: not known
};

/// A diagnostic with `limit` set: a limit was reached before there was an automaton. `exclusive`: atoms of which at
/// most one is true at each position.
Expected<FailureAutomaton> failure_automaton(const Property& property, const CheckOptions& options,
                                             const ConstructionLimits& limits = {},
                                             const std::vector<std::string>& exclusive = {});

/// Why a lasso is no counterexample, though it must (or must not) belong to the automaton's language; empty: it is one.
std::string language_problem(const Automaton& automaton, bool must_accept, const ValuedWord& word);

}  // namespace weir
