// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/reductions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <weir/catalogue.h>

#include "automaton/classify/classify.h"
#include "automaton/limits.h"
#include "automaton/translate/couvreur.h"
#include "formula/classify.h"
#include "formula/rewrite.h"
#include "formula/syntactic.h"

namespace weir {
namespace {

/// Limit for deciding the stutter invariance of a formula with X.
constexpr std::uint64_t kStutterSteps = std::uint64_t{1} << 24;

constexpr Choice<Reduction> kReductions[] = {
    {Reduction::Merge, "merge", "statements that no other process can see run as one step"},
    {Reduction::Dead, "dead", "variables whose value is never read again are cleared"},
    {Reduction::Slice, "slice", "variables that the property does not depend on are cleared"},
    {Reduction::PartialOrder, "por", "one order of independent transitions stands for all (stubborn sets)"},
    {Reduction::Sleep, "sleep", "no state is reached twice by reordering independent transitions (sleep sets)"},
    {Reduction::Symmetry, "symmetry", "states that differ by exchanging processes are one"},
    {Reduction::Structural, "structural", "places and transitions of a net that do not matter are removed or merged"},
};

/// A value for each reduction.
template <class T>
class PerReduction {
 public:
  T& operator[](Reduction reduction) { return values_[static_cast<std::size_t>(reduction)]; }
  const T& operator[](Reduction reduction) const { return values_[static_cast<std::size_t>(reduction)]; }

 private:
  T values_[std::size(kReductions)] = {};
};

/// What is asked for, and why some of it cannot be used.
struct Selection {
  bool automatic;
  PerReduction<bool> wanted;
  PerReduction<std::string> why_not;

  bool uses(Reduction reduction) const { return wanted[reduction] && why_not[reduction].empty(); }
};

Selection selection_of(const Reductions& asked, const ReductionQuestion& question) {
  Selection selection{asked.is_automatic(), {}, {}};
  for (const auto& [reduction, name, summary] : kReductions)
    selection.wanted[reduction] =
        selection.automatic ? reduction != Reduction::Sleep || question.forgets : asked.contains(reduction);
  return selection;
}

/// Why the order of independent steps must be preserved; empty if it need not be. For merge and por.
std::string order_matters(const ReductionQuestion& question) {
  if (question.finite_words) return "formulas on finite computations are not stutter-invariant";
  if (question.atoms != nullptr && question.atoms->sees_steps())
    return "the property has event atoms, and events would be reordered";
  if (question.atoms != nullptr && question.atoms->dead != 0 && !question.atoms->states.empty() && !question.tail_only)
    return "`dead` together with other atoms shows the order of the last steps";
  if (!question.defects && !question.stutter_invariant) return question.why_not_stutter_invariant;
  if (question.fair) return "it is not proved sound with --fair";
  if (question.shortest) return "the shortest counterexample of the reduced model need not be the shortest";
  return {};
}

/// Why the automaton cannot guide partial order; empty if it can (guided_steps.h).
std::string cannot_guide(const ReductionQuestion& question, const KnownTransitions& known) {
  if (question.failures == nullptr) return "the automaton of the property is not complete before the search";
  if (question.atoms->sees_steps()) return "the property has event atoms, and events would be reordered";
  if (!known.never_fails()) return "a step that is left out might fail";
  if (question.fair) return "it is not proved sound with --fair";
  if (question.shortest) return "the shortest counterexample of the reduced model need not be the shortest";
  return {};
}

std::string cannot_sleep(const ReductionQuestion& question) {
  if (!question.defects) return "sleep sets preserve states and deadlocks, but neither cycles nor the words of runs";
  if (!question.depth_first) return "sleep sets need depth-first search";
  if (!question.keeps_notes) return "this store cannot keep a sleep set with each state; use exact, tree or cache";
  return {};
}

std::string cannot_exchange(const ReductionQuestion& question, bool sleeps) {
  if (question.fair) return "fairness distinguishes processes";
  if (sleeps) return "sleep sets identify processes by their numbers";
  if (question.shortest && !question.defects && !question.finite_words)
    return "a cycle that repeats when processes are exchanged may be longer in the model";
  return {};
}

std::string cannot_simplify(const ReductionQuestion& question) {
  if (question.shortest && !question.defects && !question.finite_words)
    return "a cycle of the reduced net need not be one of the net";
  return {};
}

Diagnostic refused_symmetry(const std::string& reason) { return {.message = "--symmetry is refused: " + reason}; }

/// Partial order that keeps more than this share of the steps costs more time than it saves.
constexpr double kWorthwhile = 0.8;

/// Lists reductions with the same reason together.
void leave_out(const std::string& name, const std::string& reason, std::vector<std::string>& left_out) {
  for (std::string& before : left_out) {
    const std::size_t names = before.size() - reason.size();
    if (before.size() < reason.size() + 2 || before.compare(names, reason.size(), reason) != 0) continue;
    before.insert(names - 2, ", " + name);
    return;
  }
  left_out.push_back(name + ": " + reason);
}

/// Examines the first states and drops reductions that cost time and save nothing. Returns whether one was dropped.
bool leave_out_what_does_not_pay(ReducedSystem& system, ReductionChoice& choice, PerReduction<std::string>& why_not,
                                 double& explored) {
  const bool order = choice.partial_order && !choice.independence && why_not[Reduction::PartialOrder].empty();
  const bool exchange = choice.symmetry && !choice.declared && why_not[Reduction::Symmetry].empty();
  if (!order && !exchange) return false;
  const SmallExpansions small(&system);
  const ReducedSystem::FirstStates first = system.first_states();
  if (order && first.explored > kWorthwhile) {
    why_not[Reduction::PartialOrder] = "in the first states it would omit hardly any step";
    choice.partial_order = false;
  } else if (order) {
    explored = first.explored;
  }
  if (exchange && !first.exchanged) {
    why_not[Reduction::Symmetry] = "in the first states there is nothing to exchange";
    choice.symmetry = false;
  }
  return (order && !choice.partial_order) || (exchange && !choice.symmetry);
}

struct ObservedAtoms {
  std::vector<std::uint32_t> states, events;
};

ObservedAtoms observed_atoms(const ReductionQuestion& question) {
  ObservedAtoms atoms;
  if (question.atoms == nullptr) return atoms;
  for (const AtomBinding::Bound& atom : question.atoms->states) atoms.states.push_back(atom.id);
  for (const AtomBinding::Bound& atom : question.atoms->events) atoms.events.push_back(atom.id);
  return atoms;
}

/// What the simpler model must show of the model.
ObservedStructure observed_structure(const ReductionQuestion& question, const ObservedAtoms& atoms) {
  ObservedStructure observed{.states = atoms.states, .events = atoms.events};
  observed.steps = !order_matters(question).empty();
  const bool dead = question.atoms != nullptr && question.atoms->dead != 0;
  observed.moment_of_deadlock = dead && !question.tail_only;
  observed.beginnings_only = question.beginnings_only && !observed.steps && !dead;
  return observed;
}

/// Replaces the model by a simpler one if possible.
void simplify_structure(const ReducibleStructure* structure, const ReductionQuestion& question,
                        const ObservedAtoms& atoms, Selection& selection, ChosenReductions& result) {
  std::string& why_not = selection.why_not[Reduction::Structural];
  why_not = structure == nullptr ? "it needs a Petri net" : structure->obstacle();
  if (why_not.empty()) why_not = cannot_simplify(question);
  if (!selection.uses(Reduction::Structural)) return;
  result.simpler = structure->simplified(observed_structure(question, atoms));
  if (result.simpler == nullptr && selection.automatic) why_not = "no rule applies";
}

/// Chooses stubborn sets of the model alone or those that the automaton guides: what explores fewer of the first steps.
void choose_order(TransitionSystem& system, const KnownTransitions& known, const ReductionQuestion& question,
                  const std::vector<std::uint32_t>& atoms, Selection& selection, ChosenReductions& result) {
  std::string& why_not = selection.why_not[Reduction::PartialOrder];
  if (why_not.empty()) {
    result.stubborn = std::make_unique<StubbornSystem>(system, known, atoms, question.deadlock_only);
    if (result.stubborn->free_transitions() == 0) {
      why_not = "every transition may be visible to the property or close a cycle";
      result.stubborn.reset();
    }
  }
  if (cannot_guide(question, known).empty()) {
    result.guided = std::make_unique<GuidedSteps>(known, *question.failures, *question.atoms);
    if (!result.guided->applies()) {
      result.guided.reset();
      if (!why_not.empty()) why_not += ", and its automaton never waits for a condition";
    }
  }
  if (result.guided != nullptr) why_not.clear();
  if (!why_not.empty()) return;
  const bool both = result.stubborn != nullptr && result.guided != nullptr;
  if (!selection.automatic && !both) return;
  double alone = 1, guided = 1;
  if (result.stubborn != nullptr) alone = result.stubborn->explored_share();
  if (result.guided != nullptr) guided = result.guided->explored_share(system, *question.failures);
  if (both && guided <= alone)
    result.stubborn.reset();
  else if (both)
    result.guided.reset();
  if (!selection.automatic) return;
  result.explored = std::min(alone, guided);
  if (result.explored <= kWorthwhile) return;
  why_not = "in the first states it would omit hardly any step";
  result.explored = 1;
  result.stubborn.reset();
  result.guided.reset();
}

/// For a model that is not a program: reduces as far as its own information allows (weir/reducible.h).
void reduce_other(TransitionSystem& model, ReductionQuestion question, Selection& selection, ChosenReductions& result) {
  const ReducibleStructure* structure = model.capabilities().structure;
  // If all runs end and only the ends of runs matter, then only deadlocks do.
  if (question.tail_only && structure != nullptr && structure->always_ends()) question.deadlock_only = true;
  PerReduction<std::string>& why_not = selection.why_not;
  for (const Choice<Reduction>& reduction : kReductions)
    why_not[reduction.value] = "it needs the statements of a Promela or DVE model";
  const ObservedAtoms atoms = observed_atoms(question);
  simplify_structure(structure, question, atoms, selection, result);
  TransitionSystem& system = result.simpler != nullptr ? result.simpler->system() : model;
  const KnownTransitions* known = system.capabilities().transitions;
  const SymmetricStates* alike = system.capabilities().symmetry;
  const bool nothing_left = result.simpler != nullptr && known != nullptr && known->transition_count() == 0;
  if (nothing_left) {
    why_not[Reduction::PartialOrder].clear();  // there is nothing to order
  } else if (known == nullptr || known->transition_count() == 0) {
    why_not[Reduction::PartialOrder] = structure != nullptr ? "the net has no transitions, or its counts may overflow"
                                                            : "this model provides no dependence information";
  } else {
    why_not[Reduction::PartialOrder] = order_matters(question);
  }
  why_not[Reduction::Symmetry] = alike == nullptr || !alike->has_symmetry()
                                     ? "this model does not say which states are equivalent"
                                     : cannot_exchange(question, false);
  if (selection.uses(Reduction::Symmetry)) {
    result.quotient = std::make_unique<QuotientSystem>(system, *alike, atoms.states, atoms.events);
    if (why_not[Reduction::PartialOrder].empty())
      why_not[Reduction::PartialOrder] = "it is not proved sound with the symmetry of a model";
  }
  if (known != nullptr && known->transition_count() > 0 && selection.wanted[Reduction::PartialOrder] &&
      result.quotient == nullptr)
    choose_order(system, *known, question, atoms.states, selection, result);
}

/// Which reductions of a program the question rules out.
void rule_out(const ReductionQuestion& question, bool declared, bool watched, Selection& selection) {
  PerReduction<std::string>& why_not = selection.why_not;
  why_not[Reduction::PartialOrder] = why_not[Reduction::Merge] = order_matters(question);
  if (question.shortest && !question.defects && !question.finite_words)
    why_not[Reduction::Dead] = why_not[Reduction::Slice] =
        "a cycle that repeats when variables are cleared may be longer in the model";
  why_not[Reduction::Sleep] = cannot_sleep(question);
  why_not[Reduction::Structural] = "it needs a Petri net";
  if (declared) {
    why_not[Reduction::PartialOrder] = "it is not proved sound with --symmetry";
    if (selection.automatic && selection.wanted[Reduction::Sleep])
      why_not[Reduction::Sleep] = "it is not proved sound with --symmetry";
  }
  why_not[Reduction::Symmetry] = cannot_exchange(question, selection.uses(Reduction::Sleep));
  if (watched)
    for (const Reduction reduction : {Reduction::Merge, Reduction::Dead, Reduction::Slice, Reduction::Symmetry})
      why_not[reduction] = "a trace assertion observes single steps of the processes";
}

ReductionChoice choice_of(const Selection& selection, const ReductionQuestion& question,
                          const std::optional<SymmetryDeclaration>& declared) {
  ReductionChoice choice;
  choice.declared = declared;
  choice.merge = selection.uses(Reduction::Merge);
  choice.dead = selection.uses(Reduction::Dead);
  choice.slice = selection.uses(Reduction::Slice);
  choice.partial_order = selection.uses(Reduction::PartialOrder);
  choice.independence = selection.uses(Reduction::Sleep);
  choice.symmetry = selection.uses(Reduction::Symmetry);
  choice.sees_stuttering = order_matters(question);
  if (question.defects) {
    const bool deadlocks_alone = question.deadlock_only && !choice.independence;
    choice.proviso = deadlocks_alone ? Proviso::None : Proviso::BySearch;
  }
  return choice;
}

/// Reduces a program, and adds to `selection` what turns out to be impossible or useless.
Diagnostics reduce_program(ProgramSystem& program, const WatchedProgram* watched, const ReductionQuestion& question,
                           const std::optional<SymmetryDeclaration>& declared, Selection& selection,
                           ChosenReductions& result) {
  PerReduction<std::string>& why_not = selection.why_not;
  rule_out(question, declared.has_value(), watched != nullptr, selection);
  if (declared && !why_not[Reduction::Symmetry].empty()) return {refused_symmetry(why_not[Reduction::Symmetry])};
  ReductionChoice choice = choice_of(selection, question, declared);
  if (!choice.merge && !choice.dead && !choice.slice && !choice.partial_order && !choice.independence &&
      !choice.symmetry)
    return {};
  ObservedAtoms observed = observed_atoms(question);
  std::vector<std::uint32_t>& atoms = observed.states;
  atoms.insert(atoms.end(), observed.events.begin(), observed.events.end());
  result.system = std::make_unique<ReducedSystem>(program, choice, atoms, watched);
  if (!result.system->wrong_declaration().empty()) return result.system->wrong_declaration();
  if (choice.partial_order) why_not[Reduction::PartialOrder] = result.system->order()->obstacle();
  if (choice.independence) why_not[Reduction::Sleep] = result.system->order()->obstacle();
  if (choice.symmetry) why_not[Reduction::Symmetry] = result.system->obstacle_to_symmetry();
  if (selection.automatic && leave_out_what_does_not_pay(*result.system, choice, why_not, result.explored))
    result.system = std::make_unique<ReducedSystem>(program, choice, atoms, watched);
  result.sleep = selection.uses(Reduction::Sleep);
  if (!selection.automatic) return {};
  if (choice.merge && !result.system->merges()) why_not[Reduction::Merge] = "no statement can be merged";
  if (!result.system->clears())  // or neither was tried
    for (const Reduction reduction : {Reduction::Dead, Reduction::Slice})
      if (why_not[reduction].empty()) why_not[reduction] = "every variable is always relevant";
  return {};
}

/// Lists what is used and what is not. A reduction that was asked for by name and cannot be used is an error.
Diagnostics list_reductions(Selection& selection, ChosenReductions& result) {
  for (const auto& [reduction, name, summary] : kReductions) {
    std::string& reason = selection.why_not[reduction];
    if (!selection.wanted[reduction] && !selection.automatic) continue;
    if (!selection.wanted[reduction] && reason.empty())
      reason = "it is useful only if states are forgotten (--store cache)";
    if (reason.empty()) {
      result.used.push_back(reduction);
    } else if (selection.automatic) {
      leave_out(name, reason, result.left_out);
    } else {
      return {Diagnostic{.message = std::string("--reduce ") + name + " is refused: " + reason}};
    }
  }
  return {};
}

}  // namespace

Diagnostics unknown_symmetry(const std::string& text) {
  if (text.empty()) return {};
  const Expected<SymmetryDeclaration> declared = parse_symmetry(text);
  return declared ? Diagnostics{} : declared.error();
}

template <>
std::span<const Choice<Reduction>> choices() {
  return kReductions;
}

Expected<Reductions> parse_reductions(std::string_view text) {
  if (text == "auto") return Reductions::automatic();
  if (text == "none") return Reductions::none();
  std::vector<Reduction> chosen;
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    const std::optional<Reduction> reduction = find_choice<Reduction>(name);
    if (!reduction) {
      return Diagnostic{.message = "unknown reduction `" + std::string(name) + "`; expected auto, none, or a list of " +
                                   choice_names<Reduction>(",")};
    }
    chosen.push_back(*reduction);
    text.remove_prefix(std::min(text.size(), name.size() + 1));
  }
  return Reductions::of(chosen);
}

std::string to_string(const Reductions& reductions) {
  if (reductions.is_automatic()) return "auto";
  std::string names;
  for (const auto& [reduction, name, summary] : kReductions)
    if (reductions.contains(reduction)) names += (names.empty() ? "" : ",") + std::string(name);
  return names.empty() ? "none" : names;
}

namespace {

/// The operators among `parts` that may count positions, for a message.
std::string counting_operators(const std::vector<Formula>& parts) {
  const auto some = [&](auto&& test) { return std::any_of(parts.begin(), parts.end(), test); };
  std::string result;
  const auto add = [&](const char* name) { result += (result.empty() ? "" : ", ") + std::string(name); };
  if (some([](Formula f) { return f.is(Op::Next) || f.is(Op::StrongNext); })) add("X");
  if (some([](Formula f) { return f.is(Op::Yesterday) || f.is(Op::WeakYesterday); })) add("Y or Z");
  if (some([](Formula f) { return has_regex(f.op()); })) add("a regular expression");
  return result;
}

}  // namespace

void decide_stuttering(Formula failure, const ConstructionLimits& limits, ReductionQuestion& question) {
  const Formula normal = negation_normal_form(failure, Semantics::Infinite);
  SyntacticFacts facts(Semantics::Infinite);
  // G F O p has the same value at all positions, but a prefix without p changes it.
  const std::vector<Formula> parts = subformulas(normal);
  const bool remembers = std::any_of(parts.begin(), parts.end(), [](Formula f) { return is_past(f.op()); });
  question.tail_only = !remembers && facts.eventual(normal) && facts.universal(normal);
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
  const std::string counts = counting_operators(parts);
  question.why_not_stutter_invariant =
      known ? "the property is not stutter-invariant (it depends on " + counts + ")"
            : "the property has " + counts + ", and deciding stutter invariance takes too long";
}

Expected<ChosenReductions> choose_reductions(TransitionSystem& system, const CheckOptions& options,
                                             const ReductionQuestion& question) {
  std::optional<SymmetryDeclaration> declared;
  if (!options.symmetry.empty()) {
    Expected<SymmetryDeclaration> parsed = parse_symmetry(options.symmetry);
    if (!parsed) return parsed.error();
    declared = std::move(*parsed);
    if (unwatched_program_of(system) == nullptr) return refused_symmetry("it needs a Promela or DVE model");
    if (!options.reduce.is_automatic() && !options.reduce.contains(Reduction::Symmetry))
      return refused_symmetry("--reduce " + to_string(options.reduce) + " leaves it out");
  }
  ChosenReductions result;
  if (options.reduce.is_none()) return result;
  ProgramSystem* program = program_of(system);
  // If the model fails before its first step, there is nothing to reduce.
  if (program != nullptr && program->interpreter().initial_error() != RuntimeError::None) return result;

  Selection selection = selection_of(options.reduce, question);
  Diagnostics problems;
  if (program == nullptr) {
    reduce_other(system, question, selection, result);
  } else {
    problems = reduce_program(*program, system.capabilities().watched, question, declared, selection, result);
  }
  if (problems.empty()) problems = list_reductions(selection, result);
  if (!problems.empty()) return problems;
  return result;
}

const TransitionSystem& ChosenReductions::searched(const TransitionSystem& model) const {
  if (system != nullptr) return *system;
  if (stubborn != nullptr) return *stubborn;
  if (quotient != nullptr) return *quotient;
  if (simpler != nullptr) return simpler->system();
  return model;
}

SameFuture ChosenReductions::same_future(const TransitionSystem& model, std::vector<std::uint32_t> state_atoms) const {
  if (system != nullptr) return system->same_future();
  if (simpler == nullptr) return {};
  return [structure = model.capabilities().structure, states = std::move(state_atoms)](
             StateView later, StateView first) { return structure->repeats(states, first, later); };
}

ModelSpace model_space_of(const ChosenReductions& reductions, const TransitionSystem& model) {
  return reductions.system != nullptr ? ModelSpace(*reductions.system) : ModelSpace(reductions.searched(model));
}

ReductionEffect ChosenReductions::effect() const {
  ReductionEffect effect{.used = used, .explored = explored};
  if (system == nullptr) return effect;
  effect.passed = system->passed_locations();
  effect.cleared = system->cleared_bits();
  effect.exchanged = system->symmetry() == nullptr ? 0 : system->symmetry()->exchanged_locations();
  return effect;
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
    return "--reduce symmetry is refused: the property distinguishes states that `canonical` makes equal";
  if (system != nullptr && system->identities() != nullptr && system->identities()->met_endless_sequence())
    return "--symmetry is refused: an atomic sequence of the model never ends";
  if (stubborn != nullptr && stubborn->met_unknown())
    return "--reduce por is refused: the model took a step that its footprints do not list";
  return {};
}

bool refine_run(const ChosenReductions& reductions, Run& run, bool ends_in_fault) {
  const auto refined_by = [&run](std::optional<Run> refined) {
    if (refined) run = std::move(*refined);
    return refined.has_value();
  };
  if (reductions.system != nullptr && !refined_by(reductions.system->refine(run, ends_in_fault))) return false;
  if (reductions.quotient != nullptr && !refined_by(reductions.quotient->refine(run))) return false;
  if (reductions.simpler != nullptr && !refined_by(reductions.simpler->refine(run))) return false;
  return true;
}

}  // namespace weir
