// SPDX-License-Identifier: Apache-2.0
// Decides which properties one search decides together (joint.cpp).
//
// Assertions and deadlock are always together. A formula can join them, and other formulas, if
// - its failures are always shown by a finite prefix of a run, and its automaton is small enough to be built as a whole
//   (FailureAutomaton: terminal);
// - it can fail after every prefix that has not failed. A search for a formula that some prefix satisfies for good,
// such
//   as `a W b`, ends there, and should not wait for one that visits every state;
// - its atoms depend on states alone, and have a value in every state;
// - no option asks for a particular search, translation or run;
// - joining does not make the reductions of the model weaker than they are for each property alone. A joint search must
//   preserve the atoms of all properties, and could have many times the states of the single searches otherwise.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "pipeline/decide/attempt.h"
#include "pipeline/prepare/failure_automaton.h"
#include "pipeline/prepare/property.h"

namespace weir {

/// Indices of properties, by question: those with the same question are decided by one search.
std::vector<std::vector<std::size_t>> joined_questions(const CheckContext& context, const Plan& plan,
                                                       const std::vector<Property>& properties);

/// Whether a monitor watches the property as well as a search of its own: some prefix shows each failure, and no prefix
/// excludes it.
bool can_be_watched(const FailureAutomaton& failure);
/// What a reduction must preserve for a search that watches these formulas, faults and deadlocks.
ReductionQuestion preserved_for(const std::vector<Formula>& formulas, const AtomBinding& atoms,
                                const ConstructionLimits& limits);
/// Adds the names that are not there yet.
void add_names(const std::vector<std::string>& more, std::vector<std::string>& names);

}  // namespace weir
