// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/explain_result.h"

#include "formula/explain.h"
#include "formula/lasso_semantics.h"

namespace weir {
void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result) {
  if (!result.has_counterexample) return;
  const Expected<ValuedWord> word = word_of(system, run, atoms, kind);
  if (word) result.counterexample.explanation = explain_failure(evaluate(formula, *word));
}

}  // namespace weir
