// SPDX-License-Identifier: Apache-2.0
// Converts a never claim to an automaton over the model's atoms.
#pragma once

#include "frontend/model.h"
#include "frontend/promela/ast.h"
#include "frontend/promela/flow.h"

namespace weir::promela {

/// Control states become states, conditions become guards, and an atomic sequence becomes one edge. A failing assertion
/// or the end of the claim leads to acceptance. Statements that would change the model are rejected.
Expected<ClaimAutomaton> claim_automaton(const Model& model, const Flow& flow);

/// As in Spin, a cycle through an `accept` label of the model is accepted like one through a label of the claim.
void count_model_labels(ClaimAutomaton& claim);

}  // namespace weir::promela
