// SPDX-License-Identifier: Apache-2.0
// Describes a run for reports: variables, steps in the model's terms, the atoms of the property at each position, and
// the truth values of its subformulas along the run.
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
  std::optional<Formula> formula = std::nullopt;  ///< the formula whose timeline is shown
  std::vector<std::string> atoms = {};            ///< shown beside each step; includes those of the formula
  WordKind word = WordKind::Lasso;
  std::size_t steps = ~std::size_t{0};  ///< how many are described, from the first on; the others are not shown
};

/// Once `stop` is raised, the description is incomplete.
Counterexample describe_run(TransitionSystem& system, const Run& run, const Description& wanted,
                            const StopFlag* stop = nullptr);

}  // namespace weir
