// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/explain_result.h"

#include "formula/explain.h"
#include "formula/lasso_semantics.h"

namespace weir {

void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result, const StopFlag* stop) {
  if (!result.has_counterexample) return;
  const Expected<ValuedWord> word = word_of(system, run, atoms, kind, stop);
  if (!word) return;
  const Timeline timeline = evaluate(formula, *word, stop);
  if (stop != nullptr && stop->raised()) return;
  ExplainOptions options;
  options.stop = stop;
  result.counterexample.explanation = explain_failure(timeline, options);
}

void explain_drift(Counterexample& shown) {
  constexpr std::size_t kMostNames = 5;
  if (shown.drifting.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < shown.drifting.size() && i < kMostNames; ++i)
    names += (names.empty() ? "" : ", ") + shown.drifting[i].name;
  if (shown.drifting.size() > kMostNames) names += ", ...";
  shown.explanation += shown.explanation.empty() ? "" : ". ";
  shown.explanation += "The cycle does not restore " + names + "; nothing depends on that";
}

}  // namespace weir
