// SPDX-License-Identifier: Apache-2.0
// Reductions of random models, judged by their definitions instead of by verdicts. Stubborn sets are persistent,
// invisible and postpone nothing for ever; steps said to be independent commute. A system whose states stand for
// several (dead variables, slices, symmetries) is bisimilar to the model. WEIR_ROUNDS sets the number of models,
// WEIR_SEED the first.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "formula/parser.h"
#include "model/program_system.h"
#include "oracle/bisimulation.h"
#include "oracle/persistent_sets.h"
#include "oracle/stutter_language.h"
#include "reduction/combined/reduced_system.h"
#include "reduction/partial_order/partial_order.h"
#include "reduction/partial_order/stubborn_system.h"
#include "reduction/symmetry/quotient.h"
#include "support/differential/judge.h"
#include "support/promela/crowded.h"
#include "support/promela/generate.h"
#include "support/promela/material.h"
#include "support/promela_states.h"

namespace weir::test {
namespace {

constexpr std::uint64_t kStates = 400;
constexpr std::size_t kFollowed = 60;

std::uint64_t number_from(const char* variable, std::uint64_t usual) {
  const char* given = std::getenv(variable);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

struct RandomModel {
  std::unique_ptr<TransitionSystem> system = nullptr;  ///< null if it is refused or too large
  std::string symmetry = {};                           ///< a declaration for --symmetry, perhaps a wrong one
  std::string text = {};
  std::vector<std::string> offered = {};  ///< texts of atoms
  std::vector<std::uint32_t> atoms = {};  ///< what a property asks for
  LabelledGraph whole = {};               ///< all its states

  ProgramSystem* program() const { return dynamic_cast<ProgramSystem*>(system.get()); }
};

struct Tally {
  std::uint64_t models = 0, observed = 0, reduced = 0, independent = 0;
};

std::vector<std::string> atoms_of(const std::vector<Case>& cases) {
  std::vector<std::string> result;
  for (const Case& question : cases) {
    if (!question.has_formula()) continue;
    if (const auto formula = parse_formula(to_text(question.formula()), {.model_atoms = true}))
      for (const std::string& atom : atoms(*formula)) result.push_back(atom);
  }
  return result;
}

/// Up to three atoms: those offered, or numbers that the initial state shows.
std::vector<std::uint32_t> some_atoms(Draw& draw, const RandomModel& model) {
  std::vector<std::string> texts = model.offered;
  SuccessorBuffer initial;
  model.system->initial_states(initial);
  for (const Variable& shown : initial.empty() ? std::vector<Variable>{} : model.system->show(initial.state(0)))
    if (const auto* value = std::get_if<std::int64_t>(&shown.value))
      texts.push_back(shown.name + " == " + std::to_string(*value));
  std::vector<std::uint32_t> atoms;
  for (std::size_t count = texts.empty() ? 0 : draw.below(4); count > 0; --count) {
    const Expected<Atom> atom = model.system->resolve(draw.one_of(texts));
    if (atom && atom->kind == Atom::Kind::State && std::find(atoms.begin(), atoms.end(), atom->id) == atoms.end())
      atoms.push_back(atom->id);
  }
  return atoms;
}

/// The edges of a state that lead where the steps of a reduced set lead.
std::vector<bool> chosen_edges(const StateGraph::State& state, const SuccessorBuffer& set, std::size_t count) {
  std::vector<bool> chosen;
  for (const StateGraph::Edge& edge : state.edges) {
    bool found = false;
    for (std::size_t i = 0; i < count; ++i) found = found || set.step(i) == edge.step;
    chosen.push_back(found);
  }
  return chosen;
}

class Judgement {
 public:
  Judgement(const RandomModel& model, PersistentSets::Actor actor, Tally& tally)
      : graph_(model.whole.graph),
        letters_(model.whole.letters),
        oracle_(model.whole.graph, std::move(actor)),
        tally_(tally) {}

  /// `reduce` sets the buffer to the steps of a state and returns how many of the first ones are chosen.
  template <class Reduce>
  std::string of_sets(const Reduce& reduce, bool for_formulas) {
    std::vector<std::vector<bool>> chosen;
    std::vector<bool> full;
    SuccessorBuffer steps;
    for (std::uint32_t s = 0; s < graph_.states.size(); ++s) {
      const StateGraph::State& state = graph_.states[s];
      steps.clear();
      const std::size_t count = reduce(state, steps);
      chosen.push_back(chosen_edges(state, steps, count));
      full.push_back(count >= state.edges.size());
      if (full.back()) continue;
      ++tally_.reduced;
      if (count == 0) return "nothing is chosen although there are steps";
      if (const auto problem = oracle_.problem(s, chosen.back(), kFollowed)) return *problem;
      for (std::size_t i = 0; for_formulas && i < state.edges.size(); ++i)
        if (chosen.back()[i] && letters_[s] != letters_[state.edges[i].target]) return "a chosen step changes an atom";
    }
    if (for_formulas && oracle_.may_ignore(chosen, full)) return "a cycle without a fully expanded state";
    return "";
  }

  std::string of_sleepers(const PartialOrder& order) {
    SuccessorBuffer steps;
    std::vector<Sleeper> sleepers;
    for (const StateGraph::State& state : graph_.states) {
      if (std::any_of(state.edges.begin(), state.edges.end(),
                      [](const StateGraph::Edge& edge) { return edge.step.fault != Fault::None; }))
        continue;  // the search ends there
      fill(state, steps);
      order.sleepers(state.bytes, steps, sleepers);
      for (std::size_t i = 0; i < sleepers.size(); ++i)
        for (std::size_t j = 0; j < sleepers.size(); ++j) {
          if ((sleepers[i].undisturbed & sleepers[j].self) == 0) continue;
          ++tally_.independent;
          if (!oracle_.commute(state.edges[i], state.edges[j])) return "a sleeping step does not commute";
        }
    }
    return "";
  }

  void fill(const StateGraph::State& state, SuccessorBuffer& steps) const {
    steps.clear();
    for (const StateGraph::Edge& edge : state.edges)
      steps.append(edge.step, edge.step.fault == Fault::None ? graph_.states[edge.target].bytes : state.bytes);
  }

 private:
  const StateGraph& graph_;
  const std::vector<std::uint64_t>& letters_;
  PersistentSets oracle_;
  Tally& tally_;
};

/// Nothing if there are too many states.
std::optional<LabelledGraph> explored(const TransitionSystem& system, const std::vector<std::uint32_t>& atoms) {
  LabelledGraph result{explore_states(system, kStates, 0.2), {}};
  if (!result.graph.complete) return std::nullopt;
  for (const StateGraph::State& state : result.graph.states) {
    const AtomBits letter = atoms.empty() ? AtomBits{} : system.letter(atoms, state.bytes);
    result.letters.push_back(letter.holds | (letter.undefined << 32));
  }
  return result;
}

std::string judge_program(const RandomModel& model, ProgramSystem& system, Tally& tally) {
  const StateGraph& graph = model.whole.graph;
  std::vector<CodeRef> code;
  for (const std::uint32_t atom : model.atoms) code.push_back(system.atom(atom).code);
  const PartialOrder order(system.program(), graph.states[graph.initial[0]].bytes, code);
  if (!order.obstacle().empty()) return "";
  // Steps of several transitions have no number of their own, but their process is the same.
  const auto actor = [](const Step& step) {
    return (static_cast<std::uint64_t>(step.process + 1) << 32) | static_cast<std::uint32_t>(step.partner + 1);
  };
  Judgement judgement(model, actor, tally);
  for (const Proviso proviso : {Proviso::None, Proviso::Static}) {
    const auto reduce = [&](const StateGraph::State& state, SuccessorBuffer& steps) {
      judgement.fill(state, steps);
      return order.reduce(state.bytes, steps, proviso);
    };
    if (std::string problem = judgement.of_sets(reduce, proviso == Proviso::Static); !problem.empty()) return problem;
  }
  return judgement.of_sleepers(order);
}

std::string judge_transitions(const RandomModel& model, const KnownTransitions& known, Tally& tally) {
  Judgement judgement(
      model, [&](const Step& step) { return std::uint64_t{known.transition_of(step)}; }, tally);
  for (const bool deadlocks_alone : {true, false}) {
    const StubbornSystem stubborn(*model.system, known, model.atoms, deadlocks_alone);
    const auto reduce = [&](const StateGraph::State& state, SuccessorBuffer& steps) {
      stubborn.successors(state.bytes, steps);
      return steps.size();
    };
    if (std::string problem = judgement.of_sets(reduce, !deadlocks_alone); !problem.empty()) return problem;
  }
  return "";
}

std::string judge_sets(const RandomModel& model, Draw&, Tally& tally) {
  if (ProgramSystem* program = model.program()) return judge_program(model, *program, tally);
  const KnownTransitions* known = model.system->capabilities().transitions;
  return known == nullptr || known->transition_count() == 0 ? "" : judge_transitions(model, *known, tally);
}

std::string judge_quotient(const TransitionSystem& reduced, const RandomModel& model, Tally& tally) {
  const std::optional<LabelledGraph> fewer = explored(reduced, model.atoms);
  if (!fewer) return "";
  tally.reduced += fewer->graph.states.size() < model.whole.graph.states.size();
  return bisimilar(model.whole, *fewer) ? "" : "it is not bisimilar to the model";
}

std::string judge_quotients(const RandomModel& model, Draw&, Tally& tally) {
  ProgramSystem* program = model.program();
  if (program == nullptr) {
    const SymmetricStates* symmetry = model.system->capabilities().symmetry;
    if (symmetry == nullptr || !symmetry->has_symmetry()) return "";
    const QuotientSystem quotient(*model.system, *symmetry, model.atoms, {});
    const std::string problem = judge_quotient(quotient, model, tally);
    return quotient.told_apart() ? "" : problem;
  }
  // Left out ended processes change the number of steps, so the property is said to count them.
  std::vector<ReductionChoice> choices = {{.dead = true},
                                          {.slice = true},
                                          {.symmetry = true, .sees_stuttering = "it counts steps"},
                                          {.dead = true, .slice = true, .symmetry = true, .sees_stuttering = "so"}};
  if (const Expected<SymmetryDeclaration> declared = parse_symmetry(model.symmetry))
    for (const bool dead : {false, true})
      choices.push_back(
          {.dead = dead, .slice = dead, .symmetry = true, .sees_stuttering = "it counts steps", .declared = *declared});
  for (const ReductionChoice& choice : choices) {
    const ReducedSystem reduced(*program, choice, model.atoms);
    if (!reduced.wrong_declaration().empty()) continue;
    if (std::string problem = judge_quotient(reduced, model, tally); !problem.empty())
      return problem + (choice.declared ? " (declared symmetry)" : choice.symmetry ? " (symmetry)" : " (variables)");
  }
  return "";
}

std::string judge_runs(const TransitionSystem& reduced, const RandomModel& model, Tally& tally) {
  constexpr std::size_t kPairs = 3000;
  const std::optional<LabelledGraph> fewer = explored(reduced, model.atoms);
  if (!fewer) return "";
  tally.reduced += fewer->graph.states.size() < model.whole.graph.states.size();
  return stutter_difference(model.whole, *fewer, kPairs).value_or("");
}

/// Some of the reductions of programs, with and without partial order; stubborn sets of other models.
std::string judge_languages(const RandomModel& model, Draw& draw, Tally& tally) {
  ProgramSystem* program = model.program();
  if (program == nullptr) {
    const KnownTransitions* known = model.system->capabilities().transitions;
    if (known == nullptr || known->transition_count() == 0) return "";
    return judge_runs(StubbornSystem(*model.system, *known, model.atoms, false), model, tally);
  }
  for (int round = 0; round < 6; ++round) {
    ReductionChoice choice;
    choice.merge = round == 0 || draw.chance(50);
    choice.partial_order = round == 1 || draw.chance(50);
    choice.dead = round > 1 && draw.chance(50);
    choice.slice = round > 1 && draw.chance(50);
    choice.symmetry = round > 1 && draw.chance(50);
    if (std::string problem = judge_runs(ReducedSystem(*program, choice, model.atoms), model, tally); !problem.empty())
      return problem + " (the first is the model; reductions:" + (choice.merge ? " merge" : "") +
             (choice.partial_order ? " por" : "") + (choice.dead ? " dead" : "") + (choice.slice ? " slice" : "") +
             (choice.symmetry ? " symmetry" : "") + ")";
  }
  return "";
}

/// The models of a kind: one seed after the other.
RandomModel random_model(const std::string& kind, std::uint64_t seed, const std::string& folder) {
  RandomModel model;
  if (kind == "crowded") {
    model.text = crowded_program(seed);
    model.system = promela_system(model.text);
    model.offered = {"len(q) == 1", "empty(r)", "q?[1]", "x > y", "P0@top", "P1@top", "timeout", "a[1] == 1"};
    return model;
  }
  if (kind == "identities") {
    Draw draw(seed);
    Profile profile(draw, Audience::Weir);
    profile.set(Feature::Identities, true);
    const GeneratedProgram program = generate_program(seed, profile);
    model.text = to_text(program.tree);
    model.system = promela_system(model.text);
    model.symmetry = program.environment.symmetry;
    model.offered = atoms_of(promela_cases(draw, program, 4));
    return model;
  }
  const Language& language = *find_language(kind);
  const Material material = material_of(language, seed, 4);
  const Subject subject(language, material.program, folder, {.states = kStates});
  model.text = to_text(material.program);
  model.offered = atoms_of(material.cases);
  if (!material.cases.empty()) model.symmetry = material.cases[0].question.symmetry;
  if (subject.explored()) model.system = subject.open();
  return model;
}

using Judge = std::string (*)(const RandomModel&, Draw&, Tally&);

void expect_sound(const std::string& kind, Judge judge) {
  const std::string folder = testing::TempDir() + "reduction_definitions_" + std::to_string(getpid());
  std::filesystem::create_directories(folder);
  const bool whole_language = kind == "promela" || kind == "dve" || kind == "identities";
  const std::uint64_t first = number_from("WEIR_SEED", 1),
                      count = number_from("WEIR_ROUNDS", whole_language ? 500 : 2000);
  Tally tally;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    RandomModel model = random_model(kind, seed, folder);
    if (model.system == nullptr) continue;
    Draw draw(seed);
    model.atoms = some_atoms(draw, model);
    std::optional<LabelledGraph> whole = explored(*model.system, model.atoms);
    if (!whole || whole->graph.initial_fault) continue;
    model.whole = std::move(*whole);
    ++tally.models;
    tally.observed += !model.atoms.empty();
    ASSERT_EQ(judge(model, draw, tally), "") << "seed " << seed << "\n" << model.symmetry << "\n" << model.text;
  }
  std::printf("%llu models (%llu observed), %llu reductions, %llu independent pairs\n",
              static_cast<unsigned long long>(tally.models), static_cast<unsigned long long>(tally.observed),
              static_cast<unsigned long long>(tally.reduced), static_cast<unsigned long long>(tally.independent));
  EXPECT_GT(tally.models, count / 2);
  EXPECT_GT(tally.observed, tally.models / 3) << "too few models are looked at";
  EXPECT_GT(tally.reduced, count / 100);
  std::filesystem::remove_all(folder);
}

class StubbornSets : public testing::TestWithParam<std::string> {};
TEST_P(StubbornSets, ArePersistent) { expect_sound(GetParam(), judge_sets); }
INSTANTIATE_TEST_SUITE_P(Models, StubbornSets, testing::Values("promela", "crowded", "dve", "net", "model"));

class ReducedModels : public testing::TestWithParam<std::string> {};
TEST_P(ReducedModels, KeepTheRunsUpToStuttering) { expect_sound(GetParam(), judge_languages); }
INSTANTIATE_TEST_SUITE_P(Models, ReducedModels, testing::Values("promela", "crowded", "dve", "net", "model"));

class Quotients : public testing::TestWithParam<std::string> {};
TEST_P(Quotients, AreBisimilarToTheModel) { expect_sound(GetParam(), judge_quotients); }
INSTANTIATE_TEST_SUITE_P(Models, Quotients, testing::Values("promela", "identities", "dve", "model"));

}  // namespace
}  // namespace weir::test
