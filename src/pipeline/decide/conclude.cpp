// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/conclude.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "formula/explain.h"
#include "formula/printer.h"
#include "pipeline/decide/bounded_heap.h"

namespace weir {
namespace {

constexpr std::uint64_t kBytesOfAShownStep = 3000;     ///< without its variables
constexpr std::uint64_t kBytesOfAShownVariable = 300;  ///< in the result and in a report
constexpr std::uint64_t kAlwaysForShowing = std::uint64_t{1} << 28;

/// The store that the states were kept in.
Store store_of(const Attempt& attempt) {
  if (attempt.found.store) return *attempt.found.store;
  return attempt.store->form().value_or(attempt.chosen.kind->value);
}

/// The last atom of the run that has no value, and its step; empty if there is none.
std::string undefined_atom(const Counterexample& run) {
  std::string found;
  const Letters letters = run.letters_are_steps() ? Letters::Steps : Letters::States;
  std::size_t number = 0;
  for (const auto* part : {&run.prefix, &run.cycle}) {
    for (const TraceStep& step : *part) {
      for (const AtomValue& atom : step.atoms)
        if (!atom.defined) found = "`" + atom.atom + "` cannot be evaluated " + place_of_letter(number, letters);
      ++number;
    }
  }
  return found;
}

}  // namespace

PropertyResult result_for(const Property& property) {
  PropertyResult result;
  result.name = property.name;
  result.kind = property.kind;
  result.formula = property.text;
  return result;
}

PropertyResult result_of(const Attempt& attempt, const Property& property) {
  PropertyResult result = result_for(property);
  result.stats = attempt.found.result.search.stats;
  result.engine.store = store_of(attempt);
  result.engine.threads = attempt.found.threads;
  result.engine.reduce = attempt.reductions.used;
  result.engine.guided = attempt.reductions.guided != nullptr;
  result.engine.left_out = attempt.reductions.left_out;
  result.engine.executor = attempt.reductions.executor();
  return result;
}

void replace_attempt(PropertyResult& before, PropertyResult&& after) {
  if (after.verdict == Verdict::Inconclusive && after.stats.states < before.stats.states) {
    after.stats = before.stats;
    after.engine = before.engine;
  }
  before = std::move(after);
}

std::string limit_reason(const Attempt& attempt, const Diagnostic& limit) {
  return attempt.context.stop->raised() ? limit.message : std::string(kAutomatonTooLarge) + ": " + limit.message;
}

bool is_lost(const Attempt& attempt, const Run& run, PropertyResult& result) {
  if (run.size() > 0) return false;
  conclude_late(attempt, "rebuilt", result);
  return true;
}

void conclude_late(const Attempt& attempt, const std::string& missing, PropertyResult& result) {
  const StopFlag& whole = *attempt.context.stop;
  const StopFlag& limit = whole.raised() ? whole : *attempt.cut;
  const std::string why = limit.raised() ? reason_text(limit.reason()) : stop_reason(attempt.found.result.search);
  result.verdict = Verdict::Inconclusive;
  result.reason = fmt::format("an error was found, but its run could not be {}: {}", missing, why);
}

void withdraw(const Attempt& attempt, const std::string& problem, PropertyResult& result) {
  result.verdict = Verdict::Inconclusive;
  result.has_counterexample = false;
  result.counterexample = {};
  if (attempt.cut->raised()) return conclude_late(attempt, "certified", result);
  if (attempt.search_cut().raised()) {  // the error may be an expansion that was cut short
    result.reason = reason_text(attempt.search_cut().reason());
    return;
  }
  if (attempt.saved()) attempt.context.checkpoint->note_damage();  // a damaged file is more likely than a bug
  result.reason = "internal error: a counterexample was found, but it is not valid: " + problem +
                  ". Please report this with the model and the command line.";
}

bool refine(const Attempt& attempt, Run& run, PropertyResult& result, bool ends_in_fault) {
  if (refine_run(attempt.reductions, run, ends_in_fault) && !attempt.cut->raised()) return true;
  withdraw(attempt, "it is a run of the reduced model only", result);
  return false;
}

void conclude_violated(const Attempt& attempt, const Run& run, const Accusation& accusation,
                       const Description& description, PropertyResult& result) {
  const Interpreted interpreted(attempt.system);
  const std::string problem = certify(attempt.system, run, accusation, attempt.cut);
  if (attempt.cut->raised()) {
    const std::string steps = std::to_string(run.size());
    return conclude_late(attempt, "certified (" + steps + " steps)", result);
  }
  if (!problem.empty()) return withdraw(attempt, problem, result);
  result.verdict = Verdict::Violated;
  // A displayed step takes some kilobytes of memory: a run of millions of steps is certified, but not shown.
  const std::uint64_t bytes_of_a_step =
      kBytesOfAShownStep + kBytesOfAShownVariable * attempt.system.show(run[0].state).size();
  if (std::min(run.size(), description.steps) >
      std::max(memory_limit_of(Plan{attempt.options}), kAlwaysForShowing) / bytes_of_a_step) {
    result.warnings.push_back(
        "the counterexample was certified, but with " + std::to_string(run.size()) +
        " steps it is too long to show within the memory limit; --shortest or --max-depth may help");
    return;
  }
  // The steps are executed again; incomplete expansions would describe them wrongly.
  MemoryBudget showing(std::max(memory_limit_of(attempt.plan), kAlwaysForShowing));
  const LimitedExpansions described(attempt.system, {attempt.cut, &showing});
  result.counterexample = describe_run(attempt.system, run, description, attempt.cut);
  if (attempt.cut->raised()) {
    result.counterexample = {};
    result.warnings.push_back("the counterexample was certified, but a limit was reached before it could be shown");
    return;
  }
  result.has_counterexample = true;
  result.counterexample.validated = true;
  // The row of the whole formula has the user's text.
  if (std::vector<TruthRow>& rows = result.counterexample.timeline;
      description.formula && !rows.empty() && rows.back().subformula == to_string(*description.formula, Syntax::Model))
    rows.back().subformula = result.formula;
  const std::string undefined = undefined_atom(result.counterexample);
  if (!undefined.empty() && accusation.kind == Accusation::Kind::Undefined)
    result.counterexample.explanation =
        undefined + ", and the " + (accusation.formula ? "formula" : "automaton") + " depends on it there";
}

void conclude_without_run(const Attempt& attempt, PropertyResult& result) {
  const SearchResult& search = attempt.found.result.search;
  const StateStore& store = *attempt.store;
  result.verdict = Verdict::Inconclusive;
  if (search.outcome == SearchResult::Outcome::Stopped) {
    result.reason = stop_reason(search);
  } else if (!store.traits().exact) {
    // Rounded up to two digits.
    result.reason = fmt::format("no error found (probability of omission \u2264 {:.2g}); {}",
                                std::min(1.0, 1.05 * store.omission_probability()), store.guarantee());
  } else {
    result.verdict = Verdict::Holds;
    if (store.traits().may_forget) result.reason = bounded_heap_guarantee(search.stats);
  }
}

}  // namespace weir
