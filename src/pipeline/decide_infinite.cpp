// SPDX-License-Identifier: Apache-2.0
#include "formula/parser.h"
#include "pipeline/decide.h"
#include "pipeline/explain_result.h"
#include "pipeline/failure_automaton.h"
#include "search/engines.h"
#include "search/product.h"

namespace weir {
namespace {

Expected<Fairness> fairness_of(const CheckOptions& options) {
  if (options.fair == "none") return Fairness::None;
  if (options.fair == "weak") return Fairness::Weak;
  if (options.fair == "strong") return Fairness::Strong;
  return Diagnostic{.message = "--fair is none, weak or strong, not `" + options.fair + "`"};
}

Expected<const EngineKind*> engine_for(const CheckOptions& options, const Acceptance& acceptance,
                                       const StoreTraits& store) {
  const EngineKind* engine =
      options.emptiness == "auto" ? &default_engine(acceptance, store) : find_engine(options.emptiness);
  if (engine == nullptr) {
    std::string known;
    for (const EngineKind& kind : engines()) known += std::string(", ") + kind.name;
    return Diagnostic{.message = "there is no emptiness check `" + options.emptiness + "`; there are auto" + known};
  }
  const std::string reason = unsuitable(*engine, acceptance, store);
  if (!reason.empty()) return Diagnostic{.message = reason};
  return engine;
}

}  // namespace

Expected<PropertyResult> decide_infinite(const CheckContext& context, const Property& property) {
  const CheckOptions& options = context.options;
  Expected<Fairness> fairness = fairness_of(options);
  if (!fairness) return fairness.error();
  Expected<ChosenStore> chosen = choose_store(options);
  if (!chosen) return chosen.error();

  // The automaton of what must not happen: not the formula, but the assumptions.
  Expected<FailureAutomaton> failure = failure_automaton(property, options);
  if (!failure) return failure.error();
  PropertyAutomaton& automaton = *failure->automaton;
  Expected<AtomBinding> binding = bind_atoms(context.system, automaton.atoms());
  if (!binding) return binding.error();
  auto product = Product::make(context.system, automaton, *binding, *fairness);
  if (!product) return product.error();
  Expected<const EngineKind*> engine = engine_for(options, (*product)->acceptance(), chosen->kind->traits);
  if (!engine) return engine.error();

  MemoryBudget budget(memory_limit_of(options));
  Expected<std::unique_ptr<StateStore>> store = make_store(*chosen, budget);
  if (!store) return store.error();
  SearchControl control(budget, limits_of(context), context.observer, property.name);
  const SearchResult search = (*engine)->run(**product, **store, control);

  PropertyResult result = result_for(property);
  result.stats = search.stats;
  result.stats.automaton_states = automaton.states();
  result.engine = {failure->translator, (*engine)->name, chosen->kind->name, {}, options.fair, 1};
  if (options.shortest || options.search != "dfs") {
    result.warnings.push_back(
        std::string(options.shortest ? "--shortest" : "--search " + options.search) +
        " orders searches for assertions, deadlocks and --ltlf; a failing cycle is sought depth-first"
        " and shortened within its component");
  }
  if ((*product)->errors_met() > 0) {
    result.warnings.push_back("some runs end in a run-time error of the model; --assertions shows one");
  }
  if (search.outcome != SearchResult::Outcome::Found) {
    conclude_without_run(search, **store, result);
    if (result.verdict == Verdict::Holds && property.formula) {
      const auto more = vacuity_warnings(*property.formula, automaton.atoms(), (*product)->letters());
      result.warnings.insert(result.warnings.end(), more.begin(), more.end());
    }
    return result;
  }
  Accusation accusation;
  accusation.kind = property.formula ? Accusation::Kind::Formula : Accusation::Kind::Language;
  accusation.formula = property.formula;
  accusation.assumptions = failure->assumptions;
  accusation.atoms = automaton.atoms();
  accusation.weakly_fair = *fairness == Fairness::Weak;
  accusation.strongly_fair = *fairness == Fairness::Strong;
  conclude_violated(context, search.run, accusation,
                    {.formula = property.formula, .atoms = automaton.atoms(), .word = WordKind::Lasso}, result);
  if (failure->language && result.has_counterexample) {
    const Expected<ValuedWord> word = word_of(context.system, search.run, automaton.atoms(), WordKind::Lasso);
    const std::string problem = word ? language_problem(*failure->language, *word) : to_string(word.error());
    if (!problem.empty()) withdraw(problem, result);
  }
  if (property.formula) {
    explain_violation(context.system, search.run, *property.formula, automaton.atoms(), WordKind::Lasso, result);
  }
  return result;
}

}  // namespace weir
