// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/reductions.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "automaton/classify/classify.h"
#include "automaton/limits.h"
#include "automaton/translate/couvreur.h"
#include "formula/classify.h"
#include "formula/rewrite.h"
#include "formula/syntactic.h"

namespace weir {
namespace {

/// Of finding out whether a formula with X sees stuttering.
constexpr std::uint64_t kStutterSteps = std::uint64_t{1} << 24;

enum Reduction : std::size_t { kMerge, kDead, kSlice, kPor, kSleep, kSymmetry, kReductions };
constexpr const char* kNames[kReductions] = {"merge", "dead", "slice", "por", "sleep", "symmetry"};

/// What `auto` tries.
constexpr std::size_t kAutomatic[] = {kMerge, kDead, kSlice, kPor, kSymmetry};

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
  if (question.atoms != nullptr && question.atoms->dead != 0 && !question.atoms->states.empty() && !question.tail_only)
    return "`dead` together with other atoms tells in which order the last steps came";
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

std::string cannot_exchange(const ReductionQuestion& question, bool sleeps) {
  if (question.fair) return "fairness speaks of single processes";
  if (sleeps) return "sleep sets follow processes by their numbers";
  if (question.shortest && !question.defects && !question.finite_words)
    return "a cycle that repeats when processes are exchanged may be longer in the model";
  return {};
}

Diagnostic refused_symmetry(const std::string& reason) { return {.message = "--symmetry is refused: " + reason}; }

/// Partial order that leaves more than this share of the steps costs more time than it saves.
constexpr double kWorthwhile = 0.8;

/// Reductions that have the same reason are told together.
void leave_out(const char* name, const std::string& reason, std::vector<std::string>& left_out) {
  for (std::string& before : left_out) {
    const std::size_t names = before.size() - reason.size();
    if (before.size() < reason.size() + 2 || before.compare(names, reason.size(), reason) != 0) continue;
    before.insert(names - 2, std::string(", ") + name);
    return;
  }
  left_out.push_back(std::string(name) + ": " + reason);
}

/// Looks at the first states, and leaves out what costs time there and saves nothing. Whether something was left out.
bool leave_out_what_does_not_pay(const ReducedSystem& system, ReductionChoice& choice, std::string* why_not) {
  const bool order = choice.partial_order && !choice.independence && why_not[kPor].empty();
  const bool exchange = choice.symmetry && !choice.declared && why_not[kSymmetry].empty();
  if (!order && !exchange) return false;
  const ReducedSystem::FirstStates first = system.first_states();
  if (order && first.explored > kWorthwhile) {
    why_not[kPor] = "in the first states it would leave out hardly any step";
    choice.partial_order = false;
  }
  if (exchange && !first.exchanged) {
    why_not[kSymmetry] = "in the first states there is nothing to exchange";
    choice.symmetry = false;
  }
  return (order && !choice.partial_order) || (exchange && !choice.symmetry);
}

/// A model that is no program: reduced as far as it tells about itself (weir/reducible.h).
void reduce_other(TransitionSystem& system, const ReductionQuestion& question, bool automatic, const bool* wanted,
                  std::string* why_not, ChosenReductions& result) {
  for (std::size_t i = 0; i < kReductions; ++i)
    why_not[i] = "it looks at the statements of Promela and DVE models; this model has none";
  const KnownTransitions* known = system.capabilities().transitions;
  const SymmetricStates* alike = system.capabilities().symmetry;
  why_not[kPor] = known == nullptr || known->transition_count() == 0
                      ? "this model does not tell how its transitions depend on each other"
                      : order_matters(question);
  why_not[kSymmetry] = alike == nullptr || !alike->has_symmetry()
                           ? "this model does not tell which of its states are alike"
                           : cannot_exchange(question, false);
  std::vector<std::uint32_t> states, events;
  if (question.atoms != nullptr) {
    for (const AtomBinding::Bound& atom : question.atoms->states) states.push_back(atom.id);
    for (const AtomBinding::Bound& atom : question.atoms->events) events.push_back(atom.id);
  }
  if (wanted[kSymmetry] && why_not[kSymmetry].empty()) {
    result.quotient = std::make_unique<QuotientSystem>(system, *alike, states, events);
    if (why_not[kPor].empty()) why_not[kPor] = "with symmetry that a model declares it is not proved sound";
  }
  if (wanted[kPor] && why_not[kPor].empty()) {
    result.stubborn = std::make_unique<StubbornSystem>(system, *known, states, question.deadlock_only);
    if (result.stubborn->free_transitions() == 0) {
      why_not[kPor] = "every transition may be seen by the property or close a cycle";
    } else if (automatic && result.stubborn->explored_share() > kWorthwhile) {
      why_not[kPor] = "in the first states it would leave out hardly any step";
    }
    if (!why_not[kPor].empty()) result.stubborn.reset();
  }
}

}  // namespace

Diagnostics unknown_symmetry(const std::string& text) {
  if (text.empty()) return {};
  const Expected<SymmetryDeclaration> declared = parse_symmetry(text);
  return declared ? Diagnostics{} : declared.error();
}

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

void decide_stuttering(Formula failure, const ConstructionLimits& limits, ReductionQuestion& question) {
  const Formula normal = negation_normal_form(failure, Semantics::Infinite);
  SyntacticFacts facts(Semantics::Infinite);
  question.tail_only = facts.eventual(normal) && facts.universal(normal);
  question.stutter_invariant = is_next_free(failure);
  if (question.stutter_invariant) return;
  const auto space = std::make_shared<AtomSpace>(limits);
  const auto automaton = [&](Formula f) {
    return couvreur_automaton(simplify(f, Semantics::Infinite, SimplifyLevel::High, limits.stop), space);
  };
  const Expected<std::optional<bool>> invariant = bounded([&] {
    return attempt(space->bdds.meter(), kStutterSteps,
                   [&]() -> std::optional<bool> {
                     const auto left = automaton(failure), right = automaton(!failure);
                     return left && right ? is_stutter_invariant(*left, *right) : std::nullopt;
                   })
        .value_or(std::nullopt);
  });
  const bool known = invariant && *invariant;
  question.stutter_invariant = known && **invariant;
  question.why_not_stutter_invariant =
      known ? "the property can tell a run from one that stutters (it needs its X)"
            : "the property has X, and whether it sees stuttering is too costly to decide";
}

Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question) {
  ChosenReductions result;
  const bool automatic = options.reduce == "auto";
  std::optional<SymmetryDeclaration> declared;
  if (!options.symmetry.empty()) {
    Expected<SymmetryDeclaration> parsed = parse_symmetry(options.symmetry);
    if (!parsed) return parsed.error();
    declared = std::move(*parsed);
    if (unwatched_program_of(system) == nullptr) return refused_symmetry("it is about Promela and DVE models");
    const std::vector<std::string> words = words_of(options.reduce);
    if (!automatic && std::find(words.begin(), words.end(), kNames[kSymmetry]) == words.end())
      return refused_symmetry("--reduce " + options.reduce + " leaves it out");
  }
  if (options.reduce == "none") return result;
  // Where the model goes wrong before its first step, there is nothing to reduce.
  if (const ProgramSystem* program = program_of(system);
      program != nullptr && program->interpreter().initial_error() != RuntimeError::None)
    return result;
  bool wanted[kReductions] = {};
  if (automatic) {
    for (const std::size_t i : kAutomatic) wanted[i] = true;
    wanted[kSleep] = question.forgets;
  } else {
    for (const std::string& word : words_of(options.reduce))
      for (std::size_t i = 0; i < kReductions; ++i) wanted[i] = wanted[i] || word == kNames[i];
  }

  std::string why_not[kReductions];
  ReductionChoice choice;
  const WatchedProgram* watched = system.capabilities().watched;
  ProgramSystem* program_system = program_of(system);
  if (program_system == nullptr) {
    reduce_other(system, question, automatic, wanted, why_not, result);
  } else {
    why_not[kPor] = why_not[kMerge] = order_matters(question);
    if (question.shortest && !question.defects && !question.finite_words)
      why_not[kDead] = why_not[kSlice] = "a cycle that repeats when variables are cleared may be longer in the model";
    why_not[kSleep] = cannot_sleep(question);
    if (declared) {
      why_not[kPor] = "with --symmetry it is not proved sound";
      if (automatic && wanted[kSleep]) why_not[kSleep] = "with --symmetry it is not proved sound";
    }
    why_not[kSymmetry] = cannot_exchange(question, wanted[kSleep] && why_not[kSleep].empty());
    if (watched != nullptr)
      for (const std::size_t i : {kMerge, kDead, kSlice, kSymmetry})
        why_not[i] = "a trace assertion watches single steps of the model's own processes";
    if (declared && !why_not[kSymmetry].empty()) return refused_symmetry(why_not[kSymmetry]);
    choice.declared = declared;
  }

  const auto use = [&](Reduction reduction) { return wanted[reduction] && why_not[reduction].empty(); };
  choice.merge = use(kMerge);
  choice.dead = use(kDead);
  choice.slice = use(kSlice);
  choice.partial_order = use(kPor);
  choice.independence = use(kSleep);
  choice.symmetry = use(kSymmetry);
  choice.sees_stuttering = order_matters(question);
  if (question.defects) {
    const bool deadlocks_alone = question.deadlock_only && !choice.independence;
    choice.proviso = deadlocks_alone ? Proviso::None : Proviso::BySearch;
  }
  std::vector<std::uint32_t> atoms;
  if (question.atoms != nullptr) {
    for (const AtomBinding::Bound& atom : question.atoms->states) atoms.push_back(atom.id);
    for (const AtomBinding::Bound& atom : question.atoms->events) atoms.push_back(atom.id);
  }
  if (program_system != nullptr &&
      (choice.merge || choice.dead || choice.slice || choice.partial_order || choice.independence || choice.symmetry)) {
    result.system = std::make_unique<ReducedSystem>(*program_system, choice, atoms, watched);
    if (!result.system->wrong_declaration().empty()) return result.system->wrong_declaration();
    if (choice.partial_order) why_not[kPor] = result.system->order()->obstacle();
    if (choice.independence) why_not[kSleep] = result.system->order()->obstacle();
    if (choice.symmetry) why_not[kSymmetry] = result.system->obstacle_to_symmetry();
    if (automatic && leave_out_what_does_not_pay(*result.system, choice, why_not))
      result.system = std::make_unique<ReducedSystem>(*program_system, choice, atoms, watched);
    result.sleep = use(kSleep);
    if (automatic) {
      if (choice.merge && !result.system->merges()) why_not[kMerge] = "no statement can be merged";
      if (!result.system->clears())  // or neither was tried
        for (const std::size_t i : {kDead, kSlice})
          if (why_not[i].empty()) why_not[i] = "every variable matters everywhere";
    }
  }
  for (std::size_t i = 0; i < kReductions; ++i) {
    if (!wanted[i] && !automatic) continue;
    if (!wanted[i] && why_not[i].empty()) why_not[i] = "it pays where states are forgotten (--store cache)";
    if (why_not[i].empty()) {
      result.names.push_back(kNames[i]);
    } else if (automatic) {
      leave_out(kNames[i], why_not[i], result.left_out);
    } else {
      return Diagnostic{.message = std::string("--reduce ") + kNames[i] + " is refused: " + why_not[i]};
    }
  }
  return result;
}

const TransitionSystem& ChosenReductions::searched(const TransitionSystem& model) const {
  if (system != nullptr) return *system;
  if (stubborn != nullptr) return *stubborn;
  if (quotient != nullptr) return *quotient;
  return model;
}

ModelSpace model_space_of(const ChosenReductions& reductions, const TransitionSystem& model) {
  return reductions.system != nullptr ? ModelSpace(*reductions.system) : ModelSpace(reductions.searched(model));
}

std::string ChosenReductions::executor() const {
  return system == nullptr ? std::string() : describe_executor(system->interpreter());
}

void ChosenReductions::serialize(Archive& archive) {
  std::string broken = broken_promise();
  archive.value(broken);
  if (archive.loading()) broken_before = std::move(broken);
}

std::string ChosenReductions::broken_promise() const {
  if (!broken_before.empty()) return broken_before;
  if (quotient != nullptr && quotient->told_apart())
    return "--reduce symmetry is refused: the property tells states apart that the model says are alike (`canonical`)";
  if (system != nullptr && system->identities() != nullptr && system->identities()->met_endless_sequence())
    return "--symmetry is refused: an atomic sequence of the model never ends";
  if (stubborn != nullptr && stubborn->met_unknown())
    return "--reduce por is refused: the model made a step that its footprints do not list";
  return {};
}

bool refine_run(const ChosenReductions& reductions, Run& run, bool ends_in_fault) {
  if (reductions.system == nullptr && reductions.quotient == nullptr) return true;
  std::optional<Run> refined =
      reductions.system != nullptr ? reductions.system->refine(run, ends_in_fault) : reductions.quotient->refine(run);
  if (!refined) return false;
  run = std::move(*refined);
  return true;
}

}  // namespace weir
