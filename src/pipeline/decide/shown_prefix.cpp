// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/shown_prefix.h"

#include <utility>

#include "counterexample/replay.h"
#include "formula/bad_prefix.h"
#include "pipeline/decide/conclude.h"

namespace weir {

std::optional<std::size_t> bad_prefix_letters(const Attempt& attempt, const Property& property, const Run& run,
                                              const std::vector<std::string>& atoms, std::optional<std::size_t> guess) {
  if (!property.formula) return std::nullopt;
  const Expected<ValuedWord> word =
      word_of(attempt.system, run, atoms, run.finite() ? WordKind::States : WordKind::Lasso, attempt.cut);
  if (!word) return std::nullopt;
  return bad_prefix_length(*property.formula, *word, guess.value_or(word->letters.size()));
}

void show_prefix_only(std::size_t letters, bool sees_steps, const std::string& violated, Counterexample& shown) {
  std::vector<TraceStep> steps = std::move(shown.prefix);
  steps.insert(steps.end(), shown.cycle.begin(), shown.cycle.end());
  const std::size_t cycle_start = steps.size() - shown.cycle.size();
  TraceStep behind = letters < steps.size() ? steps[letters] : steps[cycle_start];
  steps.resize(letters);
  if (!sees_steps) {
    steps.back().step = {};
    steps.back().stutters = false;
    steps.back().last = true;
  } else if (!steps.back().stutters) {
    behind.step = {};
    behind.atoms.clear();
    behind.stutters = false;
    behind.last = true;
    steps.push_back(std::move(behind));
  } else {
    steps.back().last = true;
  }
  shown.prefix = std::move(steps);
  shown.cycle.clear();
  for (TruthRow& row : shown.timeline) row.values.resize(letters);
  shown.explanation += shown.explanation.empty() ? "" : ". ";
  shown.explanation += "Every continuation of the run violates the " + violated + ", so the cycle is not shown";
}

void conclude_bad_prefix(const Attempt& attempt, const FailingProperty& failing, const Run& run,
                         PropertyResult& result) {
  const std::optional<Formula>& formula = failing.property.formula;
  Accusation accusation;
  accusation.kind = formula ? Accusation::Kind::Formula : Accusation::Kind::Language;
  accusation.formula = formula;
  accusation.assumptions = failing.failure.assumptions;
  accusation.atoms = failing.atoms;
  accusation.word = WordKind::States;
  accusation.beginning = true;
  conclude_violated(attempt, run, accusation, {.formula = formula, .atoms = failing.atoms, .word = accusation.word},
                    result);
  if (result.verdict != Verdict::Violated) return;
  result.counterexample.explanation =
      std::string("Every continuation of the run violates the ") + (formula ? "formula" : "property");
  if (formula) return;
  // The automaton judges the continuation that repeats the last letter.
  Expected<ValuedWord> word = word_of(attempt.system, run, failing.atoms, WordKind::States, attempt.cut);
  if (word) word->cycle_start = word->letters.size() - 1;
  const std::string problem = word ? language_problem(failing.failure, *word) : to_string(word.error());
  if (!problem.empty()) withdraw(attempt, problem, result);
}

}  // namespace weir
