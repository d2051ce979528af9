// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/explain_result.h"

#include "formula/explain.h"
#include "formula/lasso_semantics.h"
#include "formula/open_semantics.h"

namespace weir {

namespace {

void explain(const Timeline& timeline, bool open_end, PropertyResult& result, const StopFlag* stop) {
  if (stop != nullptr && stop->raised()) return;
  ExplainOptions options;
  options.stop = stop;
  options.syntax = Syntax::Model;
  options.open_end = open_end;
  options.letters = result.counterexample.letters_are_steps() ? Letters::Steps : Letters::States;
  constexpr std::size_t kMostCharacters = 500;
  if (result.formula.size() <= kMostCharacters) options.shown_as = result.formula;
  result.counterexample.explanation = explain_failure(timeline, options);
}

}  // namespace

void explain_violation(TransitionSystem& system, const Run& run, Formula formula, const std::vector<std::string>& atoms,
                       WordKind kind, PropertyResult& result, const StopFlag* stop) {
  if (!result.has_counterexample) return;
  const Expected<ValuedWord> word = word_of(system, run, atoms, kind, stop);
  if (word) explain(evaluate(formula, *word, stop), false, result, stop);
}

void explain_bad_prefix(TransitionSystem& system, const Run& run, Formula formula,
                        const std::vector<std::string>& atoms, PropertyResult& result, const StopFlag* stop) {
  if (!result.has_counterexample) return;
  const Expected<ValuedWord> word = word_of(system, run, atoms, WordKind::States, stop);
  if (!word) return;
  // A prefix may be bad for reasons that this semantics does not see: F a & G !a.
  const Timeline timeline = evaluate_open(formula, *word);
  if (!timeline.holds()) explain(timeline, true, result, stop);
}

void add_sentence(const std::string& sentence, Counterexample& shown) {
  shown.explanation += shown.explanation.empty() ? "" : ". ";
  shown.explanation += sentence;
}

void explain_drift(Counterexample& shown) {
  constexpr std::size_t kMostNames = 5;
  if (shown.drifting.empty()) return;
  std::string names;
  for (std::size_t i = 0; i < shown.drifting.size() && i < kMostNames; ++i)
    names += (names.empty() ? "" : ", ") + shown.drifting[i].name;
  if (shown.drifting.size() > kMostNames) names += ", ...";
  add_sentence("The cycle does not restore " + names + "; nothing depends on that", shown);
}

}  // namespace weir
