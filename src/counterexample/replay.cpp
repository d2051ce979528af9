// SPDX-License-Identifier: Apache-2.0
#include "counterexample/replay.h"

#include <algorithm>
#include <optional>

namespace weir {
namespace {

bool same(StateView a, StateView b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

/// Returns what is wrong with a step to `to`, given all steps of the model; null if nothing is.
const char* step_problem(const SuccessorBuffer& successors, const RunStep& from, StateView to) {
  if (from.stutters) {
    if (!successors.empty()) return "repeats a state that is not deadlocked";
    return same(from.state, to) ? nullptr : "repeats a state, but the next one is another";
  }
  for (std::size_t i = 0; i < successors.size(); ++i) {
    if (successors.step(i) == from.step && same(successors.state(i), to)) return nullptr;
  }
  return "is not a step of the model";
}

}  // namespace

std::string replay_problem(const TransitionSystem& system, const Run& run, const SameFuture& same_future,
                           const StopFlag* stop) {
  if (run.size() == 0) return "the run is empty";
  SuccessorBuffer initial;
  system.initial_states(initial);
  bool starts_well = false;
  for (std::size_t i = 0; i < initial.size(); ++i) starts_well = starts_well || same(initial.state(i), run[0].state);
  if (!starts_well) return "the run does not start in an initial state";
  SuccessorBuffer successors;  // reused: a run may have millions of steps
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (stop != nullptr && stop->raised()) break;
    const bool at_end = i + 1 == run.size();
    if (run[i].last != (at_end && run.finite())) return "only the last state of a finite run has no step";
    if (at_end && run.finite()) break;
    const std::vector<std::byte>& to = !at_end                  ? run[i + 1].state
                                       : run.returns_to.empty() ? run.cycle.front().state
                                                                : run.returns_to;
    successors.clear();
    system.successors(run[i].state, successors);
    if (const char* const problem = step_problem(successors, run[i], to))
      return "step " + std::to_string(i + 1) + " " + problem;
  }
  const bool closes = run.returns_to.empty() || (same_future && same_future(run.returns_to, run.cycle.front().state));
  return closes ? "" : "the cycle does not return to its first state";
}

Expected<ValuedWord> word_of(TransitionSystem& system, const Run& run, const std::vector<std::string>& atoms,
                             WordKind kind, const StopFlag* stop) {
  std::vector<std::optional<Atom>> meaning;  // nothing: a built-in atom
  bool asks_dead = false, any_undefined = false;
  for (const std::string& name : atoms) {
    asks_dead = asks_dead || name == kDeadAtom;
    meaning.emplace_back();
    if (is_built_in_atom(name)) continue;
    const Expected<Atom> atom = system.resolve(name);
    if (!atom) return atom.error();
    meaning.back() = *atom;
    any_undefined = any_undefined || (atom->kind == Atom::Kind::State && system.may_be_undefined(atom->id));
  }
  SuccessorBuffer successors;
  ValuedWord word;
  word.atoms = atoms;
  word.letters.reserve(run.size());
  if (kind == WordKind::Lasso) word.cycle_start = run.prefix.size();
  for (std::size_t i = 0; i < run.size(); ++i) {
    if (stop != nullptr && stop->raised()) return Diagnostic{.message = reason_text(stop->reason()), .limit = true};
    const RunStep& here = run[i];
    if (here.last && kind == WordKind::Events) break;
    const bool has_event = !here.last && !here.stutters;
    std::vector<bool> letter(atoms.size(), false);
    std::vector<bool> undefined(any_undefined ? atoms.size() : 0, false);
    bool named_event = false;
    for (std::size_t k = 0; k < atoms.size(); ++k) {
      if (!meaning[k]) continue;
      if (meaning[k]->kind == Atom::Kind::State) {
        if (any_undefined) undefined[k] = !system.is_defined(meaning[k]->id, here.state);
        letter[k] = system.holds(meaning[k]->id, here.state);
      } else if (has_event) {
        letter[k] = system.occurs(meaning[k]->id, here.state, here.step);
        named_event = named_event || letter[k];
      }
    }
    successors.clear();
    if (asks_dead) system.successors(here.state, successors);
    for (std::size_t k = 0; k < atoms.size(); ++k) {
      if (meaning[k]) continue;
      if (atoms[k] == kDeadAtom) letter[k] = successors.empty();
      if (atoms[k] == kTauAtom) letter[k] = has_event && !named_event;
    }
    word.letters.push_back(std::move(letter));
    if (any_undefined) word.undefined.push_back(std::move(undefined));
  }
  return word;
}

}  // namespace weir
