// SPDX-License-Identifier: Apache-2.0
// Formulas on finite computations, by derivatives (Jard and Jéron 1989). The same search decides whether a property of
// infinite runs is violated by a prefix.
#include <set>
#include <utility>

#include <weir/catalogue.h>

#include "automaton/bad_prefixes.h"
#include "automaton/recorded_automaton.h"
#include "automaton/shared_automaton.h"
#include "automaton/translate/derivative.h"
#include "formula/rewrite.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/explain_result.h"
#include "pipeline/decide/observations.h"
#include "pipeline/decide/question.h"
#include "pipeline/decide/shortening.h"
#include "pipeline/decide/shown_prefix.h"
#include "pipeline/decide/vacuity.h"
#include "search/hunt/flow_distance.h"
#include "search/parallel/parallel_reachability.h"
#include "search/parallel/stack_reachability.h"
#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"
#include "search/space/finite_product.h"
#include "search/space/shuffled_space.h"

namespace weir {
namespace {

/// Every atom that the formula mentions, also where it does not depend on it: a formula about states has words of
/// states.
std::vector<std::string> atoms_of(const Property& property) {
  std::set<std::string> names(property.atoms.begin(), property.atoms.end());
  for (const std::string& atom : atoms(*property.formula)) names.insert(atom);
  return {names.begin(), names.end()};
}

/// Searches for a bad computation, or one that ends where the property depends on an atom without value.
class FiniteQuestion final : public Question {
 public:
  FiniteQuestion(Attempt& attempt, const Property& property, std::optional<Computations> computations,
                 const FailureAutomaton* failure = nullptr, std::unique_ptr<PropertyAutomaton> failures = nullptr)
      : Question(attempt, {&property}),
        property_(property),
        computations_(computations),
        failure_(failure),
        failures_(std::move(failures)),
        names_(property.formula ? atoms_of(property) : failures_->atoms()) {}

  Diagnostics translate() override {
    if (Diagnostics problems = refused(); !problems.empty()) return problems;
    if (property_.formula) {
      const auto meaning = computations_ ? Semantics::Finite : Semantics::Infinite;
      formula_ = simplify(*property_.formula, meaning, SimplifyLevel::High, attempt_.context.stop);
      auto automaton = DerivativeAutomaton::create(*formula_, names_, attempt_.construction_limits());
      if (!automaton) return automaton.error();
      automaton_ = std::move(*automaton);
    } else {
      automaton_ = std::make_unique<BadPrefixes>(*failures_);
    }
    if (attempt_.saved()) recorded_.emplace(*automaton_);
    Expected<AtomBinding> binding = bind_atoms(attempt_.system, names_);
    if (!binding) return binding.error();
    binding_ = std::move(*binding);
    return {};
  }

  ReductionQuestion preserved() override {
    ReductionQuestion question;
    question.finite_words = true;
    question.atoms = &binding_;
    return question;
  }

  Diagnostics open() override {
    PropertyAutomaton& asked = recorded_ ? static_cast<PropertyAutomaton&>(*recorded_) : *automaton_;
    product_.emplace(attempt_.searched(), asked, binding_, computations_);
    const CheckOptions& options = attempt_.options;
    breadth_first_ = options.shortest || options.search == SearchOrder::BreadthFirst;
    if (breadth_first_ && !attempt_.chosen.kind->traits.has_ids) {
      return {{.message = std::string("--store ") + attempt_.chosen.kind->name +
                          " keeps no states to search from breadth-first; use " + stores_that_keep_states()}};
    }
    if (options.search == SearchOrder::Random && !options.shortest) shuffled_.emplace(*product_, options.seed);
    return {};
  }

  std::string obstacle_to_threads() const override {
    return parallel_obstacle(*attempt_.chosen.kind, attempt_.options.search);
  }

  DefectResult search(SearchControl& control) override {
    SearchSpace& space = shuffled_ ? static_cast<SearchSpace&>(*shuffled_) : *product_;
    DefectResult found =
        breadth_first_ ? Reachability(space, *attempt_.store, control, SearchOrder::BreadthFirst).run(Defect::BadState)
                       : OnLineSearch(space, *attempt_.store, control).run(Defect::BadState);
    observed_ = before_.with(*product_);
    return found;
  }

  DefectResult search(WorkCrew& crew, SharedStore& store, SearchControl& control) override {
    SharedAutomaton derivatives(*automaton_);
    std::vector<std::unique_ptr<PropertyAutomaton>> views;
    std::vector<const FiniteProduct*> products;
    const auto make_space = [&](unsigned) {
      views.push_back(derivatives.view());
      auto made = std::make_unique<FiniteProduct>(attempt_.searched(), *views.back(), binding_, computations_);
      products.push_back(made.get());
      return made;
    };
    const auto searched_by = [&](auto&& search) {
      DefectResult found = search.run(Defect::BadState);
      observed_ = Observations::of(products);  // the products live as long as the search
      return found;
    };
    if (by_levels()) return searched_by(ParallelReachability(crew, make_space, store, control));
    return searched_by(StackReachability(crew, make_space, store, control));
  }

  Defect violation_of(const Property&) const override { return Defect::BadState; }

  std::function<HuntedSpace()> hunted_spaces() override {
    return [this, shared = std::make_shared<SharedAutomaton>(*automaton_)] {
      HuntedSpace made;
      made.automaton = shared->view();
      made.space = std::make_unique<FiniteProduct>(attempt_.searched(), *made.automaton, binding_, computations_);
      const Program* program = attempt_.searched_program();
      if (!computations_ && program != nullptr) {
        auto distance = std::make_unique<FlowDistance>(*program, *made.space, FlowDistance::To::RuntimeError);
        if (distance->guides()) made.distances.push_back(std::move(distance));
      }
      return made;
    };
  }

  void serialize(Archive& archive) override {
    recorded_->serialize(archive);
    before_.serialize(archive, *product_);
    if (archive.loading()) observed_ = before_;
  }

  std::vector<PropertyResult> conclude() override {
    PropertyResult result = result_of(attempt_, property_);
    result.stats.automaton_states = automaton_->states();
    result.engine.translator = name_of(Translator::Derivative);
    if (attempt_.found.threads > 1) {
      result.engine.emptiness = name_of(by_levels() ? SearchOrder::BreadthFirst : SearchOrder::DepthFirst);
    } else {
      result.engine.emptiness = breadth_first_ ? name_of(SearchOrder::BreadthFirst) : "on-line";
    }
    // A letter without edge is a violation, unless the edge is missing because a limit was reached.
    if (const auto limit = automaton_->incomplete()) {
      result.reason = limit_reason(attempt_, *limit);
    } else if (attempt_.found.result.found.empty()) {
      conclude_without_run(attempt_, result);
      if (result.verdict == Verdict::Holds && computations_) result.warnings = vacuity(result);
    } else {
      conclude_with(attempt_.found.result.found.front().run, result);
    }
    return {std::move(result)};
  }

 private:
  Diagnostics refused() const {
    const CheckOptions& options = attempt_.options;
    if (property_.kind != PropertyKind::Ltlf) return {};
    if (options.fair != Fairness::None || !options.assume.empty()) {
      return {{.message = "--fair and --assume apply to infinite runs, --ltlf to finite ones"}};
    }
    if (options.translator != Translator::Auto && options.translator != Translator::Derivative) {
      return {{.message = "formulas on finite computations are translated by derivatives; --translator " +
                          name_of(options.translator) + " applies to --ltl"}};
    }
    return {};
  }

  /// Whether several threads search level by level. A depth limit needs the distance of a state.
  bool by_levels() const { return breadth_first_ || attempt_.options.max_depth != 0; }

  std::vector<std::string> vacuity(const PropertyResult& result) const {
    if (computations_ == Computations::Maximal && !observed_.end)
      return {"vacuous: no computation of the model is maximal, because none ends"};
    if (holds_of_every_finite_word(*formula_, attempt_.construction_limits()))
      return {"vacuous: the formula is true of every computation of every model"};
    return vacuity_warnings(*property_.formula, names_, {result.stats.states, observed_.letters});
  }

  void conclude_with(Run& run, PropertyResult& result) {
    if (is_lost(attempt_, run, result)) return;
    if (!by_levels()) shorten(attempt_, *product_, Defect::BadState, run, result);
    const bool undefined = product_->ends_undefined(run);
    if (!refine(attempt_, run, result)) return;
    if (!computations_ && !undefined) return conclude_bad_prefix(attempt_, {property_, *failure_, names_}, run, result);
    Accusation accusation;
    accusation.kind = undefined ? Accusation::Kind::Undefined : Accusation::Kind::Formula;
    accusation.formula = property_.formula;
    accusation.atoms = names_;
    // The prefix of a run is given by its states; a single one may suffice.
    const bool by_events = product_->events_only() && computations_;
    accusation.word = by_events ? WordKind::Events : WordKind::States;
    accusation.maximal = computations_ == Computations::Maximal && !undefined;
    conclude_violated(attempt_, run, accusation,
                      {.formula = property_.formula, .atoms = names_, .word = accusation.word}, result);
    if (undefined) {
      result.counterexample.timeline.clear();
    } else {
      explain_violation(attempt_.system, run, *property_.formula, names_, accusation.word, result, attempt_.cut);
    }
  }

  const Property& property_;
  std::optional<Computations> computations_;     ///< empty: prefixes of infinite runs
  const FailureAutomaton* failure_;              ///< of a property of infinite runs
  std::unique_ptr<PropertyAutomaton> failures_;  ///< a view of its automaton
  std::vector<std::string> names_;
  std::optional<Formula> formula_;  ///< simplified
  std::unique_ptr<PropertyAutomaton> automaton_;
  std::optional<RecordedAutomaton> recorded_;  ///< for a search that is saved
  AtomBinding binding_;
  std::optional<FiniteProduct> product_;
  std::optional<ShuffledSpace> shuffled_;  ///< with --search random
  bool breadth_first_ = false;
  Observations before_;  ///< before the run was saved
  Observations observed_;
};

}  // namespace

std::unique_ptr<Question> ask_finite(Attempt& attempt, const Property& property) {
  const bool asked = property.kind == PropertyKind::Ltlf;
  return std::make_unique<FiniteQuestion>(attempt, property, asked ? attempt.options.computations : Computations::All);
}

std::unique_ptr<Question> ask_about_prefixes(Attempt& attempt, const Property& property,
                                             const FailureAutomaton& failure, std::unique_ptr<PropertyAutomaton> view) {
  return std::make_unique<FiniteQuestion>(attempt, property, std::nullopt, &failure, std::move(view));
}

}  // namespace weir
