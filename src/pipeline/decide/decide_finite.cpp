// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <optional>

#include "automaton/recorded_automaton.h"
#include "automaton/shared_automaton.h"
#include "automaton/translate/derivative.h"
#include "formula/rewrite.h"
#include "pipeline/decide/bounded_heap.h"
#include "pipeline/decide/decide.h"
#include "pipeline/decide/explain_result.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/decide/vacuity.h"
#include "pipeline/prepare/reductions.h"
#include "search/parallel/parallel_reachability.h"
#include "search/reachability/on_line.h"
#include "search/reachability/reachability.h"
#include "search/space/finite_product.h"
#include "search/space/shuffled_space.h"

namespace weir {

namespace {

/// Searches for a computation that must not be, or that ends where the formula asks for an atom without value.
Expected<PropertyResult> judge(const CheckContext& context, const Property& property, Computations computations) {
  const CheckOptions& options = context.options;
  if (options.search != "dfs" && options.search != "bfs" && options.search != "random") {
    return Diagnostic{.message = "there is no search order `" + options.search + "`; there are dfs, bfs, random"};
  }
  const bool maximal = computations == Computations::Maximal;
  const auto meaning = computations == Computations::None ? Semantics::Infinite : Semantics::Finite;
  Expected<ChosenStore> chosen = choose_store(context);
  if (!chosen) return chosen.error();

  MemoryBudget budget(memory_limit_of(context));
  const auto limited = limit_expansions(context, budget);
  const Formula formula = simplify(*property.formula, meaning, SimplifyLevel::High, context.stop);
  const std::vector<std::string> names = atoms(*property.formula);
  auto automaton = DerivativeAutomaton::create(formula, names, construction_limits(context));
  if (!automaton) {
    if (auto undone = undecided(context, property, automaton.error())) return *undone;
    return automaton.error();
  }
  Expected<AtomBinding> binding = bind_atoms(context.system, names);
  if (!binding) return binding.error();
  ReductionQuestion question;
  question.finite_words = true;
  question.atoms = &*binding;
  Expected<ChosenReductions> reductions = choose_reductions(context.system, options, question, context.checkpoint);
  if (!reductions) return reductions.error();
  const TransitionSystem& system = reductions->searched(context.system);
  std::optional<RecordedAutomaton> recorded;
  if (context.checkpoint != nullptr) recorded.emplace(**automaton);
  PropertyAutomaton& asked = recorded ? static_cast<PropertyAutomaton&>(*recorded) : **automaton;
  FiniteProduct product(system, asked, *binding, computations);

  Expected<std::unique_ptr<StateStore>> store = make_store(*chosen, budget);
  if (!store) return store.error();
  const std::string obstacle = options.cache_entries_given ? "--cache-entries is for one thread"
                                                           : parallel_obstacle(options.store, options.search);
  Expected<ThreadPlan> plan = plan_threads(options.threads, one_thread_because(context, obstacle));
  if (!plan) return plan.error();

  PropertyResult result = result_for(property);
  const bool breadth_first = options.shortest || options.search == "bfs";
  if (breadth_first && !(*store)->traits().has_ids) {
    return Diagnostic{.message = std::string("--store ") + chosen->kind->name +
                                 " keeps no states to search from breadth-first; use exact or tree"};
  }
  const bool random = options.search == "random" && !options.shortest;
  ShuffledSpace shuffled(product, options.seed);
  SearchSpace& space = random ? static_cast<SearchSpace&>(shuffled) : product;
  const auto renew = [&] {
    store->reset();
    store = make_store(*chosen, budget);
  };
  // What the search met; see pipeline/decide/vacuity.h. The second ones are of a run that was taken up again.
  MetLetters letters, letters_before;
  bool met_an_end = false, met_an_end_before = false;
  ModelSpace model = model_space_of(*reductions, context.system);
  auto searched = search_as_planned(
      *plan, limits_of(context), budget, chosen->shared_name(), context.observer, property.name,
      [&](SearchControl& control) {
        renew();
        return resumable(
            context.checkpoint, control, model,
            [&](Archive& archive) {
              recorded->transfer(archive);
              reductions->transfer(archive);
              std::vector<Letter> met = joined(letters_before, product.letters()).all();
              bool ended = met_an_end_before || product.met_an_end();
              archive.values(met);
              archive.value(ended);
              if (!archive.loading()) return;
              letters_before = {};
              letters_before.note(met);
              met_an_end_before = ended;
            },
            [&] {
              DefectResult found =
                  breadth_first ? Reachability(space, **store, control, Order::BreadthFirst).run(Defect::BadState)
                                : OnLineSearch(space, **store, control).run(Defect::BadState);
              letters = joined(letters_before, product.letters());
              met_an_end = met_an_end_before || product.met_an_end();
              return found;
            });
      },
      [&](WorkCrew& crew, SharedStore& shared, SearchControl& control) {
        SharedAutomaton derivatives(**automaton);
        std::vector<std::unique_ptr<PropertyAutomaton>> views;
        std::vector<const FiniteProduct*> products;
        const auto make_space = [&](unsigned) {
          views.push_back(derivatives.view());
          auto made = std::make_unique<FiniteProduct>(system, *views.back(), *binding, computations);
          products.push_back(made.get());
          return made;
        };
        ParallelReachability search(crew, make_space, shared, control);
        DefectResult found = search.run(Defect::BadState);
        for (const FiniteProduct* one : products) {  // they live as long as the search
          letters.note(one->letters().all());
          met_an_end = met_an_end || one->met_an_end();
        }
        return found;
      },
      renew);
  if (context.checkpoint != nullptr && context.checkpoint->damaged()) return context.checkpoint->damage();
  DefectResult& outcome = searched.result;
  if (const auto again = with_bounded_heap(options, context.system, outcome.search, budget.limit());
      again && outcome.found.empty() && context.checkpoint == nullptr) {
    store->reset();
    return judge(context.again(*again, outcome.search.stats.seconds, budget.limit()), property, computations);
  }
  if (const std::string broken = reductions->broken_promise(); !broken.empty()) {
    if (options.reduce != "auto" || !options.symmetry.empty()) return Diagnostic{.message = broken};
    CheckOptions plain = options;
    plain.reduce = "none";
    store->reset();
    return judge(context.again(plain, outcome.search.stats.seconds, budget.limit()), property, computations);
  }
  result.stats = outcome.search.stats;
  result.stats.automaton_states = (*automaton)->states();
  result.engine.translator = "derivative";
  result.engine.emptiness = breadth_first || searched.threads > 1 ? "bfs" : "on-line";
  result.engine.store = searched.store.empty() ? name_of(*chosen, **store) : searched.store;
  result.engine.threads = searched.threads;
  result.engine.reduce = reductions->names;
  result.engine.left_out = reductions->left_out;
  result.engine.executor = reductions->executor();
  // Letters without an edge are violations, unless the edges are missing because a limit was reached.
  if (const auto limit = (*automaton)->incomplete()) {
    result.reason = limit_reason(context, *limit);
    return result;
  }
  if (outcome.found.empty()) {
    conclude_without_run(outcome.search, **store, result);
    if (result.verdict != Verdict::Holds) return result;
    if (computations == Computations::None) return result;
    if (maximal && !met_an_end) {
      result.warnings.push_back("vacuous: no computation of the model is maximal, for none ends; nothing was judged");
    } else if (holds_of_every_finite_word(formula, construction_limits(context))) {
      result.warnings.push_back("vacuous: the formula is true of every computation of every model");
    } else {
      result.warnings = vacuity_warnings(*property.formula, names, {result.stats.states, letters});
    }
    return result;
  }
  Run& run = outcome.found.front().run;
  const bool undefined = product.ends_undefined(run);
  if (!refine_run(*reductions, run)) {
    withdraw(context, "it is a run of the reduced model only", result);
    return result;
  }
  Accusation accusation;
  accusation.kind = undefined ? Accusation::Kind::Undefined : Accusation::Kind::Formula;
  accusation.formula = property.formula;
  accusation.atoms = names;
  // The beginning of a run is told by its states: a single one may be enough.
  const bool by_events = product.events_only() && computations != Computations::None;
  accusation.word = by_events ? WordKind::Events : WordKind::States;
  accusation.maximal = maximal && !undefined;
  conclude_violated(context, run, accusation, {.formula = property.formula, .atoms = names, .word = accusation.word},
                    result);
  if (undefined)
    result.counterexample.timeline.clear();
  else
    explain_violation(context.system, run, *property.formula, names, accusation.word, result);
  return result;
}

}  // namespace

Expected<PropertyResult> decide_finite(const CheckContext& context, const Property& property) {
  const CheckOptions& options = context.options;
  if (property.kind != PropertyKind::Ltlf) return judge(context, property, Computations::All);
  if (options.computations != "all" && options.computations != "maximal") {
    return Diagnostic{.message = "--computations is all or maximal, not `" + options.computations + "`"};
  }
  if (options.fair != "none" || !options.assume.empty()) {
    return Diagnostic{.message = "--fair and --assume are about infinite runs; --ltlf speaks of finite ones"};
  }
  if (options.translator != "auto" && options.translator != "derivative") {
    return Diagnostic{.message = "formulas on finite computations are translated by derivatives; --translator " +
                                 options.translator + " is for --ltl"};
  }
  return judge(context, property, options.computations == "maximal" ? Computations::Maximal : Computations::All);
}

Expected<PropertyResult> decide_beginnings(const CheckContext& context, const Property& property) {
  return judge(context, property, Computations::None);
}

}  // namespace weir
