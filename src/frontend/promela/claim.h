// SPDX-License-Identifier: Apache-2.0
// A never claim as an automaton over the model's atoms.
#pragma once

#include "frontend/model.h"
#include "frontend/promela/ast.h"
#include "frontend/promela/flow.h"

namespace weir::promela {

/// Control states become states, conditions guards; an atomic sequence is one edge, a failing assertion or the end of
/// the claim leads to acceptance. Anything that would change the model is refused.
Expected<ClaimAutomaton> claim_automaton(const Model& model, const Flow& flow);

/// As in Spin, a cycle through an `accept` label of the model is as wrong as one through a label of the claim.
void count_model_labels(ClaimAutomaton& claim);

}  // namespace weir::promela
