// SPDX-License-Identifier: Apache-2.0
#include "pipeline/prepare/failure_automaton.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <weir/catalogue.h>

#include "automaton/analysis/emptiness.h"
#include "automaton/analysis/membership.h"
#include "automaton/analysis/strength.h"
#include "automaton/classify/classify.h"
#include "automaton/format/hoa_reader.h"
#include "automaton/limits.h"
#include "automaton/transform/complement.h"
#include "automaton/transform/product.h"
#include "automaton/transform/remove_fin.h"
#include "automaton/transform/simplify.h"
#include "automaton/translate/closure.h"
#include "automaton/translate/couvreur.h"
#include "automaton/translate/derivative.h"
#include "automaton/translate/explicit_property.h"
#include "automaton/translate/translate.h"
#include "base/text/source_text.h"
#include "formula/parser.h"
#include "formula/printer.h"
#include "formula/rewrite.h"
#include "pipeline/prepare/buchi_reading.h"

namespace weir {
namespace {

Expected<std::vector<Formula>> parse_assumptions(const CheckOptions& options) {
  std::vector<Formula> result;
  for (const std::string& text : options.assume) {
    Expected<Formula> formula = parse_formula(text, {.model_atoms = true}, "--assume");
    if (!formula) return formula.error();
    result.push_back(*formula);
  }
  return result;
}

Formula negated_under(Formula formula, const std::vector<Formula>& assumptions) {
  std::vector<Formula> parts{!formula};
  parts.insert(parts.end(), assumptions.begin(), assumptions.end());
  return Formula::nary(Op::And, parts);
}

Formula simplified_formula(Formula f, const ConstructionLimits& limits) {
  return simplify(f, Semantics::Infinite, SimplifyLevel::High, limits.stop);
}

Expected<Automaton> automaton_of_claim(const ClaimAutomaton& claim, const AtomSpacePtr& space) {
  Automaton automaton(space);
  automaton.add_states(static_cast<std::uint32_t>(claim.states.size()));
  automaton.set_acceptance(1, Acceptance::inf(0));
  automaton.add_initial(claim.initial);
  for (std::uint32_t state = 0; state < claim.states.size(); ++state) {
    for (const ClaimAutomaton::Edge& edge : claim.states[state].edges) {
      const std::optional<Bdd> label = label_of(edge.guard, *space);
      if (!label) {
        return Diagnostic{.message = "a guard of the claim has temporal operators: " + to_string(edge.guard)};
      }
      const bool accepting = claim.states[state].accepting || edge.accepting;
      automaton.add_edge(state, *label, accepting ? MarkSet::single(0) : MarkSet(), edge.target);
    }
  }
  automaton.declare_support();
  return automaton;
}

Expected<Automaton> automaton_of_file(const std::string& path, const AtomSpacePtr& space) {
  Expected<SourceText> source = SourceText::read_file(path);
  if (!source) return source.error();
  Expected<std::vector<Automaton>> automata = read_hoa(*source, space);
  if (!automata) return automata.error();
  if (automata->size() != 1) {
    return Diagnostic{.message = "expected one automaton, found " + std::to_string(automata->size()), .file = path};
  }
  return with_single_initial(automata->front());
}

/// Limit for removing Fin from the complement of a property, so that every search supports it.
constexpr std::uint64_t kFinlessSteps = std::uint64_t{1} << 22;

/// The complement of a property's language.
Automaton failing_runs(const Automaton& property) {
  const Automaton failing = simplified(complement(property, kDefaultStateLimit));
  if (failing.acceptance().generalized_buchi_sets()) return failing;
  const auto finless = attempt(failing.meter(), kFinlessSteps, [&] { return simplified(without_fin(failing)); });
  return finless ? *finless : failing;
}

/// For claims and automata from files: the whole automaton, combined with the assumptions.
Expected<FailureAutomaton> from_automaton(const Property& property, FailureAutomaton result,
                                          const ConstructionLimits& limits) {
  const auto space = std::make_shared<AtomSpace>(limits);
  Expected<Automaton> automaton =
      property.claim ? automaton_of_claim(*property.claim, space) : automaton_of_file(property.automaton_file, space);
  if (!automaton) return automaton.error();
  if (property.automaton_is_property) {
    result.language = std::make_shared<Automaton>(*automaton);
    automaton = failing_runs(*automaton);
    result.stutter_invariant = is_stutter_invariant(*result.language, *automaton);
    if (is_empty(*automaton)) result.vacuity = "vacuous: the automaton accepts every run of every model";
  }
  if (!result.assumptions.empty()) {
    const Formula assumed = simplified_formula(Formula::nary(Op::And, result.assumptions), limits);
    Expected<Automaton> assumption = couvreur_automaton(assumed, space);
    if (!assumption) return assumption.error();
    automaton = intersection(*automaton, *assumption);
    result.stutter_invariant = std::nullopt;
  }
  automaton = with_single_initial(*automaton);
  automaton->declare_support();
  // An assumption is certified as written: the simplified one may have fewer atoms.
  for (const Formula assumption : result.assumptions)
    for (const std::string& name : atoms(assumption)) automaton->declare_atom(space->variable(name));
  if (automaton->atoms().size() > PropertyAutomaton::kMaxAtoms) {
    return Diagnostic{.message = "an automaton may mention at most 64 atoms"};
  }
  result.automaton = std::make_unique<ExplicitPropertyAutomaton>(*automaton);
  if (!property.automaton_is_property) result.language = std::make_shared<Automaton>(std::move(*automaton));
  result.language_holds_failures = !property.automaton_is_property;
  result.translator = property.claim ? "never" : "hoa";
  return result;
}

/// The report's construction, for formulas that are deterministic in its sense.
Expected<FailureAutomaton> from_derivatives(const Property& property, FailureAutomaton result,
                                            const std::vector<std::string>& exclusive,
                                            const ConstructionLimits& limits) {
  if (!result.assumptions.empty()) {
    return Diagnostic{.message = "--assume cannot be combined with --translator derivative; use couvreur"};
  }
  const auto space = std::make_shared<AtomSpace>(limits);
  const Formula formula = *property.formula;
  const Formula on_finite = simplify(formula, Semantics::Finite, SimplifyLevel::High, limits.stop);
  Expected<Automaton> finite = derivative_automaton(on_finite, space, {.name_states = false, .exclusive = exclusive});
  if (!finite) return finite.error();
  Expected<Automaton> positive = couvreur_automaton(simplified_formula(formula, limits), space);
  if (!positive) return positive.error();
  Expected<Automaton> negative = couvreur_automaton(simplified_formula(!formula, limits), space);
  if (!negative) return negative.error();
  std::vector<Bdd> events;
  for (const std::string& event : exclusive) events.push_back(space->atom(event));
  const Bdd possible = space->bdds.at_most_one(events);
  if (const auto difference = buchi_reading_difference(*finite, *positive, *negative, possible)) {
    return Diagnostic{.message = "the formula is not deterministic: its derivatives, read as a Büchi automaton, " +
                                 std::string(difference->left_accepts ? "accept" : "reject") + " the word `" +
                                 word_text(*space, difference->word) + "`, which " +
                                 (difference->left_accepts ? "violates" : "satisfies") +
                                 " it; use --translator couvreur"};
  }
  auto derivatives = DerivativeAutomaton::create(on_finite, atoms(formula), limits);
  if (!derivatives) return derivatives.error();
  result.automaton = std::make_unique<BuchiReading>(std::move(*derivatives));
  result.translator = name_of(Translator::Derivative);
  return result;
}

Expected<FailureAutomaton> from_closure(const Property& property, FailureAutomaton result,
                                        const ConstructionLimits& limits) {
  const Formula failure = negated_under(*property.formula, result.assumptions);
  const auto space = std::make_shared<AtomSpace>(limits);
  for (const std::string& name : atoms(failure)) space->variable(name);
  Expected<Automaton> automaton = closure_automaton(failure, space);
  if (!automaton) return automaton.error();
  automaton = with_single_initial(*automaton);
  for (const std::string& name : atoms(failure)) automaton->declare_atom(space->variable(name));
  if (automaton->atoms().size() > PropertyAutomaton::kMaxAtoms) {
    return Diagnostic{.message = "a property may mention at most 64 atoms"};
  }
  result.automaton = std::make_unique<ExplicitPropertyAutomaton>(*automaton);
  result.translator = name_of(Translator::Closure);
  return result;
}

/// Size limits for a whole automaton; beyond them it is built on demand. They are chosen so that each formula of the
/// published collections takes milliseconds.
constexpr std::uint32_t kMaxWholeStates = 128;
constexpr std::uint64_t kMaxLetterClasses = 1024;
constexpr std::size_t kMaxWholeAtoms = 12;
constexpr std::uint64_t kMaxWholeSteps = std::uint64_t{1} << 23;

/// The whole automaton, simplified, if it can be built quickly: products are smaller, and its strength is known. The
/// result does not depend on the clock.
std::unique_ptr<ExplicitPropertyAutomaton> whole_automaton(Formula failure, const ConstructionLimits& limits) {
  const std::vector<std::string> names = atoms(failure);
  if (names.size() > kMaxWholeAtoms) return nullptr;
  const auto space = std::make_shared<AtomSpace>(limits);
  const auto automaton_of = [&] {
    return infinite_automaton(failure, space, {.max_states = kMaxWholeStates, .max_letter_classes = kMaxLetterClasses});
  };
  auto made = attempt(space->bdds.meter(), kMaxWholeSteps, automaton_of);
  if (!made || !*made) return nullptr;
  Expected<Automaton> automaton = std::move(*made);
  automaton = with_single_initial(*automaton);
  for (const std::string& name : names) automaton->declare_atom(space->variable(name));
  return std::make_unique<ExplicitPropertyAutomaton>(*automaton);
}

/// Why the automaton of wrong runs is empty, so that the model was not examined.
std::string why_nothing_fails(const std::vector<Formula>& assumptions, const ConstructionLimits& limits) {
  if (assumptions.empty()) return "vacuous: the formula is true of every run of every model";
  const auto assumed = whole_automaton(Formula::nary(Op::And, assumptions), limits);
  return assumed != nullptr && is_empty(*assumed->whole())
             ? "vacuous: no run of any model satisfies the assumptions"
             : "vacuous: the formula follows from the assumptions, whatever the model does";
}

Expected<FailureAutomaton> from_formula(const Property& property, FailureAutomaton result, bool whole,
                                        const ConstructionLimits& limits) {
  const Formula failure = negated_under(*property.formula, result.assumptions);
  result.translator = name_of(Translator::Couvreur);
  if (auto automaton = whole ? whole_automaton(failure, limits) : nullptr) {
    if (is_empty(*automaton->whole())) result.vacuity = why_nothing_fails(result.assumptions, limits);
    result.automaton = std::move(automaton);
    return result;
  }
  auto automaton = CouvreurAutomaton::create(simplified_formula(failure, limits), atoms(failure), limits);
  if (!automaton) return automaton.error();
  result.automaton = std::move(*automaton);
  return result;
}

std::string form_of(const PropertyAutomaton& automaton) {
  return automaton.whole() != nullptr ? std::string("whole, ") + strength_name(automaton.strength()) : "on demand";
}

Expected<FailureAutomaton> described(Expected<FailureAutomaton> failure) {
  if (failure) failure->form = form_of(*failure->automaton);
  return failure;
}

}  // namespace

Expected<FailureAutomaton> failure_automaton(const Property& property, const CheckOptions& options,
                                             const ConstructionLimits& limits,
                                             const std::vector<std::string>& exclusive) {
  Expected<std::vector<Formula>> assumptions = parse_assumptions(options);
  if (!assumptions) return assumptions.error();
  FailureAutomaton result;
  result.assumptions = *assumptions;
  return bounded([&]() -> Expected<FailureAutomaton> {
    if (!property.formula) return described(from_automaton(property, std::move(result), limits));
    if (options.translator == Translator::Derivative)
      return described(from_derivatives(property, std::move(result), exclusive, limits));
    if (options.translator == Translator::Closure) return described(from_closure(property, std::move(result), limits));
    return described(from_formula(property, std::move(result), options.translator == Translator::Auto, limits));
  });
}

void replace_automaton(FailureAutomaton& failure, const Automaton& automaton) {
  Automaton same = with_single_initial(automaton);
  for (const std::string& name : failure.automaton->atoms()) same.declare_atom(same.space().variable(name));
  failure.automaton = std::make_unique<ExplicitPropertyAutomaton>(same);
  failure.form = form_of(*failure.automaton);
}

std::string language_problem(const FailureAutomaton& failure, const ValuedWord& word) {
  const Automaton& automaton = *failure.language;
  const bool must_accept = failure.language_holds_failures;
  AtomSpace& space = automaton.space();
  WitnessWord witness;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    Bdd letter = kBddTrue;
    for (std::size_t k = 0; k < word.atoms.size(); ++k) {
      const Bdd atom = space.atom(word.atoms[k]);
      letter = space.bdds.conjoin(letter, word.letters[i][k] ? atom : space.bdds.negate(atom));
    }
    (i < *word.cycle_start ? witness.prefix : witness.cycle).push_back(letter);
  }
  if (accepts_word(automaton, witness) == must_accept) return "";
  return must_accept ? "the automaton does not accept the run" : "the automaton of the property accepts the run";
}

}  // namespace weir
