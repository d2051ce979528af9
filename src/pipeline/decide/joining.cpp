// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/joining.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "automaton/automaton.h"

namespace weir {
namespace {

/// Whether the options leave it to weir how a formula is decided. A depth limit makes what is visited depend on the
/// order of the search, and a store that was asked for may need another search.
bool may_join(const CheckContext& context, const CheckOptions& options) {
  const bool any_store = options.store == Store::Auto || options.store == Store::Exact || options.store == Store::Tree;
  return context.checkpoint == nullptr && any_store && !options.cache_entries && !options.shortest &&
         !options.certify && options.emptiness == Emptiness::Auto && options.translator == Translator::Auto &&
         options.search == SearchOrder::DepthFirst && options.fair == Fairness::None && options.assume.empty() &&
         options.max_depth == 0 && options.symmetry.empty() &&
         (options.reduce.is_automatic() || options.reduce.is_none());
}

/// Properties that one search may decide.
struct Group {
  std::vector<std::size_t> properties;
  bool has_defects = false;
  std::vector<Formula> formulas = {};
  std::vector<std::string> names = {};  ///< atoms of the formulas
  std::optional<ReductionEffect> effect = {};

  void add(const Group& more) {
    properties.insert(properties.end(), more.properties.begin(), more.properties.end());
    has_defects = has_defects || more.has_defects;
    formulas.insert(formulas.end(), more.formulas.begin(), more.formulas.end());
    add_names(more.names, names);
  }
};

/// Whether reductions save as much as others do. A few more steps are worth a search less.
bool as_effective(const ReductionEffect& joint, const ReductionEffect& alone) {
  constexpr double kAboutTheSame = 1.1;
  return joint.used == alone.used && joint.passed == alone.passed && joint.cleared == alone.cleared &&
         joint.exchanged == alone.exchanged && joint.explored <= kAboutTheSame * alone.explored;
}

/// Whether the automaton has a run for every word that has not failed: some set of states, with the initial one, can be
/// kept or left for a failure by every letter.
bool always_can_fail(PropertyAutomaton& failures) {
  const Automaton& whole = *failures.whole();
  AtomSpace& space = whole.space();
  std::vector<bool> lasts(whole.state_count(), true);
  const auto is_terminal = [&](Automaton::State state) {
    return failures.strength_at(state) == ComponentStrength::Terminal;
  };
  const auto reads_everything = [&](Automaton::State state) {
    Bdd read = kBddFalse;
    for (const Automaton::Edge& edge : whole.edges(state))
      if (lasts[edge.destination]) read = space.bdds.disjoin(read, edge.label);
    return read == kBddTrue;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Automaton::State state = 0; state < whole.state_count(); ++state) {
      if (!lasts[state] || is_terminal(state) || reads_everything(state)) continue;
      lasts[state] = false;
      changed = true;
    }
  }
  return lasts[failures.initial()];
}

class Joining {
 public:
  Joining(const CheckContext& context, const Plan& plan) : attempt_(context, plan) {}

  /// The property as a group of its own, if it is a formula that can be watched.
  std::optional<Group> watched(const Property& property, std::size_t number) {
    if (!property.formula || is_of_finite_words(property)) return std::nullopt;
    // A net is simplified for each formula by itself.
    if (!attempt_.options.reduce.is_none() && attempt_.system.capabilities().structure != nullptr) return std::nullopt;
    const auto failure = failure_automaton(property, attempt_.options, attempt_.construction_limits());
    if (!failure || !can_be_watched(*failure)) return std::nullopt;
    const std::vector<std::string>& names = failure->automaton->atoms();
    const Expected<AtomBinding> binding = bind_atoms(attempt_.system, names);
    if (!binding || binding->sees_steps() || binding->dead != 0) return std::nullopt;
    for (const AtomBinding::Bound& atom : binding->states)
      if (attempt_.system.may_be_undefined(atom.id)) return std::nullopt;
    return Group{{number}, false, {*property.formula}, names};
  }

  /// Joins `more` to the group, unless that is impossible or makes the reductions weaker.
  bool join(Group& group, Group& more) {
    Group both = group;
    both.add(more);
    if (both.formulas.size() > kMostBadStates || both.names.size() > PropertyAutomaton::kMaxAtoms) return false;
    both.effect.reset();
    if (!effect_of(both) || !effect_of(group) || !effect_of(more)) return false;
    if (!as_effective(*both.effect, *group.effect) || !as_effective(*both.effect, *more.effect)) return false;
    group = std::move(both);
    return true;
  }

 private:
  /// Finds the effect of reductions for a group, unless it is known. Returns false if they cannot be chosen.
  bool effect_of(Group& group) {
    if (group.effect) return true;
    if (attempt_.options.reduce.is_none()) return group.effect.emplace(), true;
    const Expected<AtomBinding> binding = bind_atoms(attempt_.system, group.names);
    if (!binding) return false;
    ReductionQuestion question = preserved_for(group.formulas, *binding, attempt_.construction_limits());
    question.defects = group.formulas.empty();
    question.depth_first = true;
    const Expected<ChosenReductions> chosen = choose_reductions(attempt_.system, attempt_.options, question);
    if (!chosen) return false;
    group.effect = chosen->effect();
    return true;
  }

  Attempt attempt_;
};

}  // namespace

bool can_be_watched(const FailureAutomaton& failure) {
  return failure.assumptions.empty() && failure.vacuity.empty() && failure.automaton->whole() != nullptr &&
         failure.automaton->strength() == Strength::Terminal && always_can_fail(*failure.automaton);
}

ReductionQuestion preserved_for(const std::vector<Formula>& formulas, const AtomBinding& atoms,
                                const ConstructionLimits& limits) {
  ReductionQuestion question;
  question.atoms = &atoms;
  question.stutter_invariant = true;
  for (const Formula formula : formulas) {
    ReductionQuestion alone;
    decide_stuttering(!formula, limits, alone);
    if (alone.stutter_invariant || !question.stutter_invariant) continue;
    question.stutter_invariant = false;
    question.why_not_stutter_invariant = alone.why_not_stutter_invariant;
  }
  return question;
}

void add_names(const std::vector<std::string>& more, std::vector<std::string>& names) {
  for (const std::string& name : more)
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::vector<std::vector<std::size_t>> joined_questions(const CheckContext& context, const Plan& plan,
                                                       const std::vector<Property>& properties) {
  const std::vector<std::vector<std::size_t>> questions = questions_about(properties);
  if (questions.size() < 2 || !may_join(context, plan.options)) return questions;
  Joining joining(context, plan);
  std::vector<Group> groups;
  std::vector<std::vector<std::size_t>> result;  // in the order of the first questions
  std::vector<std::size_t> place;                // of each group in the result
  for (const std::vector<std::size_t>& question : questions) {
    const Property& first = properties[question.front()];
    const bool own_system =
        std::any_of(question.begin(), question.end(), [&](std::size_t i) { return properties[i].system != nullptr; });
    std::optional<Group> group;
    if (!own_system && !context.stop->raised())
      group = is_defect(first) ? Group{question, true} : joining.watched(first, question.front());
    const auto joined =
        std::find_if(groups.begin(), groups.end(), [&](Group& with) { return group && joining.join(with, *group); });
    if (joined != groups.end()) {
      result[place[static_cast<std::size_t>(joined - groups.begin())]] = joined->properties;
      continue;
    }
    if (group) place.push_back(result.size());
    if (group) groups.push_back(std::move(*group));
    result.push_back(question);
  }
  return result;
}

}  // namespace weir
