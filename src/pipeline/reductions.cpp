// SPDX-License-Identifier: Apache-2.0
#include "pipeline/reductions.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "automaton/classify.h"
#include "automaton/couvreur.h"
#include "automaton/limits.h"
#include "formula/classify.h"
#include "formula/rewrite.h"

namespace weir {
namespace {

enum Reduction : std::size_t { kMerge, kDead, kSlice, kPor, kSleep, kSymmetry, kReductions };
constexpr const char* kNames[kReductions] = {"merge", "dead", "slice", "por", "sleep", "symmetry"};

/// What `auto` tries.
constexpr std::size_t kAutomatic[] = {kMerge, kDead, kSlice, kPor};

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words;
  std::stringstream stream(list);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

/// Why the order of independent steps must be kept; empty: it need not be. Of merge and por.
std::string order_matters(const ReductionQuestion& question) {
  if (question.finite_words) return "a formula on finite computations counts their steps";
  if (question.atoms != nullptr && question.atoms->sees_steps())
    return "the property has atoms about events, and events are what would be reordered";
  if (!question.defects && !question.stutter_invariant) return question.why_not_stutter_invariant;
  if (question.fair) return "with --fair it is not proved sound";
  if (question.shortest) return "the shortest counterexample of fewer runs need not be the shortest";
  return {};
}

std::string cannot_sleep(const ReductionQuestion& question) {
  if (!question.defects) return "sleep sets keep states and deadlocks, not cycles nor the words of runs";
  if (!question.depth_first) return "sleep sets belong to depth-first search";
  if (!question.keeps_notes) return "this store cannot keep with a state what slept there; use exact, tree or cache";
  return {};
}

}  // namespace

Diagnostics unknown_reductions(const std::string& list) {
  Diagnostics problems;
  if (list == "auto" || list == "none") return problems;
  for (const std::string& word : words_of(list)) {
    if (std::find(std::begin(kNames), std::end(kNames), word) == std::end(kNames))
      problems.push_back({.message = "there is no reduction `" + word +
                                     "`; there are auto, none, or a list of merge,dead,slice,por,sleep,symmetry"});
  }
  return problems;
}

void decide_stuttering(Formula failure, ReductionQuestion& question) {
  question.stutter_invariant = is_next_free(failure);
  if (question.stutter_invariant) return;
  question.why_not_stutter_invariant = "the property can tell a run from one that stutters (it needs its X)";
  try {
    const auto space = std::make_shared<AtomSpace>();
    const Expected<Automaton> left = couvreur_automaton(simplify(failure, Semantics::Infinite), space);
    const Expected<Automaton> right = couvreur_automaton(simplify(!failure, Semantics::Infinite), space);
    if (left && right) question.stutter_invariant = is_stutter_invariant(*left, *right);
  } catch (const AutomatonTooLarge&) {
    question.why_not_stutter_invariant = "the property has X, and whether it sees stuttering is too costly to decide";
  } catch (const BddLimitReached&) {
    question.why_not_stutter_invariant = "the property has X, and whether it sees stuttering is too costly to decide";
  }
}

Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question) {
  ChosenReductions result;
  if (options.reduce == "none") return result;
  const bool automatic = options.reduce == "auto";
  bool wanted[kReductions] = {};
  if (automatic) {
    for (const std::size_t i : kAutomatic) wanted[i] = true;
    wanted[kSleep] = question.forgets && cannot_sleep(question).empty();
  } else {
    for (const std::string& word : words_of(options.reduce))
      for (std::size_t i = 0; i < kReductions; ++i) wanted[i] = wanted[i] || word == kNames[i];
  }

  std::string why_not[kReductions];
  auto* program_system = dynamic_cast<ProgramSystem*>(&system);
  if (program_system == nullptr) {
    for (std::string& reason : why_not)
      reason = "reductions look at the statements of Promela and DVE models; this model has none to look at";
  } else {
    why_not[kPor] = why_not[kMerge] = order_matters(question);
    if (question.shortest && !question.defects && !question.finite_words)
      why_not[kDead] = why_not[kSlice] = "a cycle that repeats when variables are cleared may be longer in the model";
    why_not[kSleep] = cannot_sleep(question);
    why_not[kSymmetry] = "it is not available yet";
  }

  ReductionChoice choice;
  const auto use = [&](Reduction reduction) { return wanted[reduction] && why_not[reduction].empty(); };
  choice.merge = use(kMerge);
  choice.dead = use(kDead);
  choice.slice = use(kSlice);
  choice.partial_order = use(kPor);
  choice.independence = use(kSleep);
  if (question.defects) {
    const bool deadlocks_alone = question.deadlock_only && !choice.independence;
    choice.proviso = deadlocks_alone ? Proviso::None : Proviso::BySearch;
  }
  std::vector<std::uint32_t> atoms;
  if (question.atoms != nullptr) {
    for (const AtomBinding::Bound& atom : question.atoms->states) atoms.push_back(atom.id);
    for (const AtomBinding::Bound& atom : question.atoms->events) atoms.push_back(atom.id);
  }
  if (choice.merge || choice.dead || choice.slice || choice.partial_order || choice.independence) {
    result.system = std::make_unique<ReducedSystem>(*program_system, choice, atoms);
    if (choice.partial_order) why_not[kPor] = result.system->order()->obstacle();
    if (choice.independence) why_not[kSleep] = result.system->order()->obstacle();
    result.sleep = use(kSleep);
    if (automatic) {
      if (choice.merge && !result.system->merges()) why_not[kMerge] = "no statement can be merged";
      if (!result.system->clears())
        for (const std::size_t i : {kDead, kSlice})
          if (why_not[i].empty()) why_not[i] = "every variable matters everywhere";
    }
  }
  for (std::size_t i = 0; i < kReductions; ++i) {
    if (!wanted[i]) continue;
    if (why_not[i].empty()) {
      result.names.push_back(kNames[i]);
    } else if (automatic) {
      result.notes.push_back(std::string("no ") + kNames[i] + ": " + why_not[i]);
    } else {
      return Diagnostic{.message = std::string("--reduce ") + kNames[i] + " is refused: " + why_not[i]};
    }
  }
  return result;
}

bool refine_run(const ChosenReductions& reductions, Run& run, bool ends_in_fault) {
  if (reductions.system == nullptr) return true;
  std::optional<Run> refined = reductions.system->refine(run, ends_in_fault);
  if (!refined) return false;
  run = std::move(*refined);
  return true;
}

}  // namespace weir
