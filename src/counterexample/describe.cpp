// SPDX-License-Identifier: Apache-2.0
#include "counterexample/describe.h"

#include <algorithm>

#include "formula/lasso_semantics.h"
#include "formula/printer.h"

namespace weir {
namespace {

TraceStep describe_step(const TransitionSystem& system, const RunStep& here, const std::vector<std::byte>* next) {
  TraceStep result;
  result.state = system.show(here.state);
  result.stutters = here.stutters;
  result.last = here.last;
  result.automaton_state = here.automaton_state;
  if (!here.last && !here.stutters && next != nullptr) result.step = system.describe(here.state, here.step, *next);
  return result;
}

bool is_event(TransitionSystem& system, const std::string& atom) {
  if (is_built_in_atom(atom)) return atom == kTauAtom;
  const Expected<Atom> known = system.resolve(atom);
  return known && known->kind == Atom::Kind::Event;
}

/// More rows are of no use to a reader, and the subformulas of a deep formula take quadratic space when written out.
constexpr std::size_t kMostRows = 500;

std::vector<TruthRow> timeline_of(Formula formula, const ValuedWord& word, const StopFlag* stop) {
  const Timeline timeline = evaluate(formula, word, stop);
  std::vector<TruthRow> rows;
  if (timeline.subformulas().size() > kMostRows) return rows;
  for (const Formula part : timeline.subformulas()) {
    if (part.is(Op::True) || part.is(Op::False)) continue;
    std::vector<bool> values = timeline.row(part);
    values.resize(timeline.word_positions());
    rows.push_back({to_string(part, Syntax::Model), std::move(values), !timeline.same_in_every_round(part)});
  }
  return rows;
}

}  // namespace

Counterexample describe_run(TransitionSystem& system, const Run& run, const Description& wanted, const StopFlag* stop) {
  const auto stopped = [stop] { return stop != nullptr && stop->raised(); };
  Counterexample result;
  const std::size_t described = std::min(run.size(), wanted.steps);
  for (std::size_t i = 0; i < described; ++i) {
    if (stopped()) return result;
    const std::vector<std::byte>* next = i + 1 < run.size()        ? &run[i + 1].state
                                         : run.finite()            ? nullptr
                                         : !run.returns_to.empty() ? &run.returns_to
                                                                   : &run.cycle.front().state;
    TraceStep step = describe_step(system, run[i], next);
    (i < run.prefix.size() ? result.prefix : result.cycle).push_back(std::move(step));
  }
  if (!run.returns_to.empty() && described == run.size()) {
    const std::vector<Variable> end = system.show(run.returns_to);
    for (std::size_t i = 0; i < end.size(); ++i)
      if (end[i].value != result.cycle.front().state[i].value) result.drifting.push_back(end[i]);
  }
  const Expected<ValuedWord> word = word_of(system, run, wanted.atoms, wanted.word, stop);
  if (!word) return result;
  std::vector<bool> events;
  for (const std::string& atom : wanted.atoms) events.push_back(is_event(system, atom));
  for (std::size_t i = 0; i < std::min(described, word->letters.size()); ++i) {
    TraceStep& step = i < run.prefix.size() ? result.prefix[i] : result.cycle[i - run.prefix.size()];
    for (std::size_t k = 0; k < wanted.atoms.size(); ++k) {
      step.atoms.push_back(
          {wanted.atoms[k], word->letters[i][k], word->undefined.empty() || !word->undefined[i][k], events[k]});
    }
  }
  if (wanted.formula) result.timeline = timeline_of(*wanted.formula, *word, stop);
  return result;
}

}  // namespace weir
