// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/shown_prefix.h"

#include <optional>
#include <utility>

#include "counterexample/continuation.h"
#include "counterexample/replay.h"
#include "formula/bad_prefix.h"
#include "model/reducible_structure.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/explain_result.h"
#include "pipeline/decide/fairness_hint.h"

namespace weir {
namespace {

/// Keeps these many letters of a finite run.
void cut_off(std::size_t letters, bool sees_steps, Run& run) {
  const std::size_t states = letters + (sees_steps ? 1 : 0);
  if (states >= run.size()) return;
  run.prefix.resize(states);
  run.prefix.back().step = {};
  run.prefix.back().stutters = false;
  run.prefix.back().last = true;
}

Accusation accusation_of(const Attempt& attempt, const FailingProperty& failing) {
  Accusation accusation;
  accusation.kind = failing.property.formula ? Accusation::Kind::Formula : Accusation::Kind::Language;
  accusation.formula = failing.property.formula;
  accusation.assumptions = failing.failure.assumptions;
  accusation.atoms = failing.atoms;
  accusation.same_future = attempt.reductions.same_future(attempt.system, failing.state_atoms);
  accusation.weakly_fair = attempt.options.fair == Fairness::Weak;
  accusation.strongly_fair = attempt.options.fair == Fairness::Strong;
  return accusation;
}

/// For a claim or an automaton from a file: checks that it accepts, or rejects, the run.
void check_language(const Attempt& attempt, const FailingProperty& failing, const Run& run, PropertyResult& result) {
  const Expected<ValuedWord> word = word_of(attempt.system, run, failing.atoms, WordKind::Lasso, attempt.cut);
  const std::string problem = word ? language_problem(failing.failure, *word) : to_string(word.error());
  if (!problem.empty()) withdraw(attempt, problem, result);
}

/// The number of letters after which every continuation of a failing run fails. Nothing if there is no such prefix or
/// the property is not a formula. `guess`: about how many, if known.
std::optional<std::size_t> bad_prefix_letters(const Attempt& attempt, const Property& property, const Run& run,
                                              const std::vector<std::string>& atoms, std::optional<std::size_t> guess) {
  if (!property.formula) return std::nullopt;
  const Expected<ValuedWord> word =
      word_of(attempt.system, run, atoms, run.finite() ? WordKind::States : WordKind::Lasso, attempt.cut);
  if (!word) return std::nullopt;
  return bad_prefix_length(*property.formula, *word, guess.value_or(word->letters.size()), attempt.cut);
}

/// Removes everything after this many letters. `violated`: the word for what the run violates.
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
  for (TruthRow& row : shown.timeline) {
    row.values.resize(letters);
    row.first_round = false;
  }
  add_sentence("Every continuation of the run violates the " + violated + ", so the cycle is not shown", shown);
}

}  // namespace

void conclude_failing_run(const Attempt& attempt, const FailingProperty& failing, Run run, std::size_t letters,
                          PropertyResult& result) {
  const std::optional<Formula>& formula = failing.property.formula;
  // The number of letters after which every continuation fails, if there is one.
  std::optional<std::size_t> bad_prefix;
  if (run.finite()) bad_prefix = letters;
  // A lasso is judged by the definition of the logic. A fair one is not easily found.
  // If all runs of the model end, every continuation leads to a deadlock, perhaps a long way off.
  constexpr std::size_t kMostStates = 10'000, kMostToAnEnd = 200'000;
  const ReducibleStructure* structure = attempt.system.capabilities().structure;
  const bool ends = run.finite() && structure != nullptr && structure->always_ends();
  if (run.finite() && attempt.options.fair == Fairness::None)
    run = continued(attempt.system, std::move(run), ends ? kMostToAnEnd : kMostStates);
  // With assumptions, the formula may be false before the assumptions are true.
  if (failing.failure.assumptions.empty())
    if (const auto fewer = bad_prefix_letters(attempt, failing.property, run, failing.atoms, bad_prefix))
      bad_prefix = fewer;
  if (run.finite()) {
    cut_off(*bad_prefix, failing.sees_steps, run);
    return conclude_bad_prefix(attempt, failing, run, result);
  }
  Description description{.formula = formula, .atoms = failing.atoms, .word = WordKind::Lasso};
  if (bad_prefix) description.steps = *bad_prefix + 1;
  conclude_violated(attempt, run, accusation_of(attempt, failing), description, result);
  if (failing.failure.language && result.verdict == Verdict::Violated) check_language(attempt, failing, run, result);
  if (formula) explain_violation(attempt.system, run, *formula, failing.atoms, WordKind::Lasso, result, attempt.cut);
  if (!result.has_counterexample) return;
  if (bad_prefix) {
    show_prefix_only(*bad_prefix, failing.sees_steps, formula ? "formula" : "property", result.counterexample);
  } else {
    explain_drift(result.counterexample);
    const Interpreted interpreted(attempt.system);
    std::string hint = fairness_hint(attempt.system, run, attempt.options.fair, attempt.cut);
    if (!hint.empty()) result.warnings.push_back(std::move(hint));
  }
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
  if (formula) explain_bad_prefix(attempt.system, run, *formula, failing.atoms, result, attempt.cut);
  add_sentence(std::string("Every continuation of the run violates the ") + (formula ? "formula" : "property"),
               result.counterexample);
  if (formula) return;
  // The automaton judges the continuation that repeats the last letter.
  Expected<ValuedWord> word = word_of(attempt.system, run, failing.atoms, WordKind::States, attempt.cut);
  if (word) word->cycle_start = word->letters.size() - 1;
  const std::string problem = word ? language_problem(failing.failure, *word) : to_string(word.error());
  if (!problem.empty()) withdraw(attempt, problem, result);
}

}  // namespace weir
