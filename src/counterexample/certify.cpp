// SPDX-License-Identifier: Apache-2.0
#include "counterexample/certify.h"

#include "formula/lasso_semantics.h"

namespace weir {
namespace {

bool has_successors(const TransitionSystem& system, StateView state) {
  SuccessorBuffer successors;
  system.successors(state, successors);
  return !successors.empty();
}

bool has_undefined_atom(TransitionSystem& system, StateView state, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const Expected<Atom> atom = system.resolve(name);
    if (atom && atom->kind == Atom::Kind::State && !system.is_defined(atom->id, state)) return true;
  }
  return false;
}

/// The word to be judged. If the run is only the beginning of a failing one, all its continuations fail: the one that
/// repeats its last letter is judged.
Expected<ValuedWord> judged_word(TransitionSystem& system, const Run& run, const Accusation& accusation,
                                 const StopFlag* stop) {
  Expected<ValuedWord> word = word_of(system, run, accusation.atoms, accusation.word, stop);
  if (!word || !accusation.beginning) return word;
  if (word->letters.empty()) return Diagnostic{.message = "the run is empty"};
  word->cycle_start = word->letters.size() - 1;
  return word;
}

/// The formula must not hold, and the assumptions must.
std::string word_problem(const ValuedWord& word, const Accusation& accusation, const StopFlag* stop) {
  const auto holds = [&](Formula f) { return evaluate(f, word, stop).holds(); };
  if (accusation.formula && holds(*accusation.formula)) {
    return accusation.beginning ? "the run may go on so that it satisfies the formula"
                                : "the run satisfies the formula";
  }
  for (const Formula assumption : accusation.assumptions)
    if (!holds(assumption)) return "the run does not satisfy an assumption";
  return {};
}

/// The processes that act in a step of the cycle, and those that are enabled.
struct Activity {
  std::vector<bool> acts, enabled_always, enabled_sometimes;
};

Activity activity_of(const TransitionSystem& system, const Run& run, const StopFlag* stop) {
  const std::size_t processes = system.process_limit();
  const bool partners_too = system.capabilities().partner_acts;
  Activity result{std::vector<bool>(processes, false), std::vector<bool>(processes, true),
                  std::vector<bool>(processes, false)};
  SuccessorBuffer successors;
  for (const RunStep& here : run.cycle) {
    if (stop != nullptr && stop->raised()) break;
    successors.clear();
    system.successors(here.state, successors);
    std::vector<bool> enabled(processes, false);
    const auto set = [&](std::vector<bool>& of, std::int32_t process) {
      if (process >= 0) of[static_cast<std::size_t>(process)] = true;
    };
    for (std::size_t i = 0; i < successors.size(); ++i) {
      set(enabled, successors.step(i).process);
      if (partners_too) set(enabled, successors.step(i).partner);
    }
    if (!here.stutters) {
      set(result.acts, here.step.process);
      if (partners_too) set(result.acts, here.step.partner);
    }
    for (std::size_t p = 0; p < processes; ++p) {
      if (!enabled[p]) result.enabled_always[p] = false;
      if (enabled[p]) result.enabled_sometimes[p] = true;
    }
  }
  return result;
}

}  // namespace

std::vector<std::uint32_t> unfair_to(const TransitionSystem& system, const Run& run, bool strong,
                                     const StopFlag* stop) {
  if (run.finite()) return {};
  const Activity activity = activity_of(system, run, stop);
  std::vector<std::uint32_t> result;
  for (std::uint32_t p = 0; p < activity.acts.size(); ++p) {
    const bool owed = strong ? activity.enabled_sometimes[p] : activity.enabled_always[p];
    if (owed && !activity.acts[p]) result.push_back(p);
  }
  return result;
}

namespace {

/// The result has no meaning once `stop` is raised.
std::string find_problem(TransitionSystem& system, const Run& run, const Accusation& accusation, const StopFlag* stop) {
  if (std::string problem = replay_problem(system, run, accusation.same_future, stop); !problem.empty()) return problem;
  using Kind = Accusation::Kind;
  const bool of_words = accusation.kind == Kind::Formula || accusation.kind == Kind::Language;
  const bool finite = !of_words || accusation.word != WordKind::Lasso;
  if (run.finite() != finite) return finite ? "the run is infinite" : "the run is finite";

  if (accusation.kind == Kind::Fault) {
    if (run.size() < 2 || run[run.size() - 2].step.fault == Fault::None) return "the last step is not faulty";
  } else if (accusation.kind == Kind::Deadlock) {
    const StateView last = run[run.size() - 1].state;
    if (has_successors(system, last)) return "the last state has successors";
    if (system.may_end(last)) return "the model may end in the last state";
  } else if (accusation.kind == Kind::Undefined) {
    if (!has_undefined_atom(system, run[run.size() - 1].state, accusation.atoms))
      return "every atom has a value in the last state";
  } else {
    if (accusation.word == WordKind::Events && run.size() < 2) return "the run is empty";
    if (accusation.maximal && has_successors(system, run[run.size() - 1].state)) return "the last state has successors";
    const Expected<ValuedWord> word = judged_word(system, run, accusation, stop);
    if (!word) return to_string(word.error());
    if (std::string problem = word_problem(*word, accusation, stop); !problem.empty()) return problem;
  }
  if (!accusation.weakly_fair && !accusation.strongly_fair) return {};
  const std::vector<std::uint32_t> unfair = unfair_to(system, run, accusation.strongly_fair, stop);
  return unfair.empty() ? "" : "the run is not fair to process " + std::to_string(unfair.front());
}

}  // namespace

std::string certify(TransitionSystem& system, const Run& run, const Accusation& accusation, const StopFlag* stop) {
  std::string problem = find_problem(system, run, accusation, stop);
  return stop != nullptr && stop->raised() ? reason_text(stop->reason()) : problem;
}

}  // namespace weir
