// SPDX-License-Identifier: Apache-2.0
// From a run to what people read: variables, steps in the model's words, the atoms of the property at every position,
// and the truth of its subformulas along the run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <weir/result.h>

#include "counterexample/replay.h"
#include "formula/formula.h"
#include "model/run.h"

namespace weir {

struct Description {
  std::optional<Formula> formula = std::nullopt;  ///< whose timeline is shown
  std::vector<std::string> atoms = {};            ///< shown beside each step; those of the formula among them
  WordKind word = WordKind::Lasso;
};

Counterexample describe_run(TransitionSystem& system, const Run& run, const Description& wanted);

}  // namespace weir
