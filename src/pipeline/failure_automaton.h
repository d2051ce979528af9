// SPDX-License-Identifier: Apache-2.0
// The automaton of the runs that violate a property: the translation of !F & A1 & A2 ... for a formula F under
// assumptions, a never claim, or an automaton from a file.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "automaton/automaton.h"
#include "automaton/property_automaton.h"
#include "formula/timeline.h"
#include "pipeline/property.h"

namespace weir {

struct FailureAutomaton {
  std::unique_ptr<PropertyAutomaton> automaton;
  std::string translator;
  std::string form;  ///< for people: how it is made, and how strong it is
  std::vector<Formula> assumptions;
  std::string vacuity;                        ///< why no run of any model can fail; empty: some could
  std::shared_ptr<const Automaton> language;  ///< of a claim or file: what a counterexample must belong to
};

/// A diagnostic with `limit` set: a limit was reached before there was an automaton.
Expected<FailureAutomaton> failure_automaton(const Property& property, const CheckOptions& options,
                                             const ConstructionLimits& limits = {});

/// Why a lasso does not belong to the automaton's language, by intersecting the two; empty: it does.
std::string language_problem(const Automaton& automaton, const ValuedWord& word);

}  // namespace weir
