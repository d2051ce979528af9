// SPDX-License-Identifier: Apache-2.0
// Kripke structures written as HOA v1 (The Hanoi Omega-Automata Format, version 1) with state labels:
//
//     HOA: v1  States: 2  Start: 0  AP: 2 "idle" "busy"  acc-name: all  Acceptance: 0 t
//     --BODY--
//     State: [0&!1] 0 "waiting"  0 1
//     State: [!0&1] 1  0
//     --END--
//
// The label of each state must fix every proposition, because a state of a Kripke structure has one valuation. Features
// beyond Kripke structures are rejected: acceptance, edge labels, universal branching.
#pragma once

#include <string>

#include <weir/options.h>

#include "base/text/source_text.h"
#include "frontend/model.h"

namespace weir::hoa {

Expected<Model> open_kripke(const std::string& path, const ModelOptions& options);
Expected<Model> read_kripke(const SourceText& source);

}  // namespace weir::hoa
