// SPDX-License-Identifier: Apache-2.0
#include "counterexample/replay.h"

#include <algorithm>

namespace weir {
namespace {

bool same(StateView a, StateView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::string step_problem(const TransitionSystem& system, const RunStep& from, StateView to, std::size_t place) {
  SuccessorBuffer successors;
  system.successors(from.state, successors);
  const std::string where = "step " + std::to_string(place + 1);
  if (from.stutters) {
    if (!successors.empty()) return where + " repeats a state that is not deadlocked";
    return same(from.state, to) ? "" : where + " repeats a state, but the next one is another";
  }
  for (std::size_t i = 0; i < successors.size(); ++i) {
    if (successors.step(i) == from.step && same(successors.state(i), to)) return {};
  }
  return where + " is not a step of the model";
}

}  // namespace

std::string replay_problem(const TransitionSystem& system, const Run& run, const SameFuture& same_future) {
  if (run.size() == 0) return "the run is empty";
  SuccessorBuffer initial;
  system.initial_states(initial);
  bool starts_well = false;
  for (std::size_t i = 0; i < initial.size(); ++i) starts_well = starts_well || same(initial.state(i), run[0].state);
  if (!starts_well) return "the run does not start in an initial state";
  for (std::size_t i = 0; i < run.size(); ++i) {
    const bool at_end = i + 1 == run.size();
    if (run[i].last != (at_end && run.finite())) return "only the last state of a finite run has no step";
    if (at_end && run.finite()) break;
    const std::vector<std::byte>& to = !at_end                  ? run[i + 1].state
                                       : run.returns_to.empty() ? run.cycle.front().state
                                                                : run.returns_to;
    const std::string problem = step_problem(system, run[i], to, i);
    if (!problem.empty()) return problem;
  }
  const bool closes = run.returns_to.empty() || (same_future && same_future(run.returns_to, run.cycle.front().state));
  return closes ? "" : "the cycle does not return to its first state";
}

Expected<ValuedWord> word_of(TransitionSystem& system, const Run& run, const std::vector<std::string>& atoms,
                             WordKind kind) {
  std::vector<Atom> meaning;
  for (const std::string& name : atoms) {
    if (is_built_in_atom(name)) {
      meaning.push_back({});
      continue;
    }
    Expected<Atom> atom = system.resolve(name);
    if (!atom) return atom.error();
    meaning.push_back(*atom);
  }
  ValuedWord word;
  word.atoms = atoms;
  if (kind == WordKind::Lasso) word.cycle_start = run.prefix.size();
  for (std::size_t i = 0; i < run.size(); ++i) {
    const RunStep& here = run[i];
    if (here.last && kind == WordKind::Events) break;
    const bool has_event = !here.last && !here.stutters;
    std::vector<bool> letter(atoms.size(), false);
    std::vector<bool> undefined(atoms.size(), false);
    bool named_event = false;
    for (std::size_t k = 0; k < atoms.size(); ++k) {
      if (is_built_in_atom(atoms[k])) continue;
      if (meaning[k].kind == Atom::Kind::State) {
        undefined[k] = !system.is_defined(meaning[k].id, here.state);
        letter[k] = system.holds(meaning[k].id, here.state);
      } else if (has_event) {
        letter[k] = system.occurs(meaning[k].id, here.state, here.step);
        named_event = named_event || letter[k];
      }
    }
    SuccessorBuffer successors;
    system.successors(here.state, successors);
    for (std::size_t k = 0; k < atoms.size(); ++k) {
      if (atoms[k] == kDeadAtom) letter[k] = successors.empty();
      if (atoms[k] == kTauAtom) letter[k] = has_event && !named_event;
    }
    word.letters.push_back(std::move(letter));
    word.undefined.push_back(std::move(undefined));
  }
  return word;
}

}  // namespace weir
