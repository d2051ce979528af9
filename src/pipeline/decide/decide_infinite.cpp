// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "automaton/recorded_automaton.h"
#include "automaton/shared_automaton.h"
#include "base/assert.h"
#include "formula/bad_prefix.h"
#include "pipeline/decide/bounded_heap.h"
#include "pipeline/decide/decide.h"
#include "pipeline/decide/explain_result.h"
#include "pipeline/decide/parallel.h"
#include "pipeline/decide/vacuity.h"
#include "pipeline/prepare/draw_automaton.h"
#include "pipeline/prepare/failure_automaton.h"
#include "pipeline/prepare/reductions.h"
#include "search/engines.h"
#include "search/lasso/shortest_lasso.h"
#include "search/parallel/parallel_emptiness.h"
#include "search/space/product.h"
#include "search/space/shuffled_space.h"

namespace weir {
namespace {

Expected<Fairness> fairness_of(const CheckOptions& options) {
  if (options.fair == "none") return Fairness::None;
  if (options.fair == "weak") return Fairness::Weak;
  if (options.fair == "strong") return Fairness::Strong;
  return Diagnostic{.message = "--fair is none, weak or strong, not `" + options.fair + "`"};
}

/// The engine that was asked for, or one that suits; orders of search are kept or refused.
Expected<const EngineKind*> engine_for(const CheckOptions& options, const SearchSpace& space,
                                       const StoreTraits& store) {
  if (options.search != "dfs" && options.search != "bfs" && options.search != "random") {
    return Diagnostic{.message = "there is no search order `" + options.search + "`; there are dfs, bfs, random"};
  }
  const bool automatic = options.emptiness == "auto";
  const bool terminal = space.strength() == Strength::Terminal;
  const bool breadth_first = options.search == "bfs" || (options.shortest && automatic && terminal && store.has_ids);
  const EngineKind* engine = automatic ? &default_engine(space.acceptance(), store, space.strength(), breadth_first)
                                       : find_engine(options.emptiness);
  if (engine == nullptr) {
    std::string known;
    for (const EngineKind& kind : engines()) known += std::string(", ") + kind.name;
    return Diagnostic{.message = "there is no emptiness check `" + options.emptiness + "`; there are auto" + known};
  }
  if (breadth_first && options.emptiness == "terminal") engine = find_engine("terminal-bfs");
  const std::string reason = unsuitable(*engine, space.acceptance(), store, space.strength());
  if (!reason.empty()) return Diagnostic{.message = reason};
  if (options.search == "bfs" && !engine->breadth_first) {
    return Diagnostic{.message = std::string("--emptiness ") + engine->name +
                                 " searches depth-first; breadth-first are tarjan, owcty and, for formulas whose"
                                 " automaton is terminal, terminal"};
  }
  if (options.search == "random" && engine->breadth_first) {
    return Diagnostic{.message = std::string("--emptiness ") + engine->name +
                                 " searches breadth-first, where a random order changes nothing"};
  }
  return engine;
}

/// The atoms of a formula of which a step makes at most one true.
std::vector<std::string> exclusive_atoms(TransitionSystem& system, const Property& property) {
  std::vector<std::string> exclusive;
  if (!property.formula || !system.events_are_exclusive()) return exclusive;
  for (const std::string& atom : atoms(*property.formula)) {
    const bool event = atom == "dead" || atom == "tau";
    const Expected<Atom> known = event ? Atom{Atom::Kind::Event} : system.resolve(atom);
    if (known && known->kind == Atom::Kind::Event) exclusive.push_back(atom);
  }
  return exclusive;
}

/// How many letters of a failing run show that the formula fails, whatever follows; none: it takes the whole.
std::optional<std::size_t> bad_prefix_of(const CheckContext& context, const Property& property, const Run& run,
                                         const std::vector<std::string>& names) {
  if (!property.formula) return std::nullopt;
  const Expected<ValuedWord> word = word_of(context.system, run, names, WordKind::Lasso);
  if (!word) return std::nullopt;
  return bad_prefix_length(*property.formula, *word);
}

/// A violation that is complete after `letters` letters: what follows them in the lasso says nothing, and goes.
void show_prefix_only(std::size_t letters, bool sees_steps, Counterexample& shown) {
  std::vector<TraceStep> steps = std::move(shown.prefix);
  steps.insert(steps.end(), shown.cycle.begin(), shown.cycle.end());
  const std::size_t cycle_start = steps.size() - shown.cycle.size();
  TraceStep behind = letters < steps.size() ? steps[letters] : steps[cycle_start];
  steps.resize(letters);
  if (!sees_steps) {
    steps.back().step = {};
    steps.back().stutters = false;
    steps.back().last = true;
  } else if (!steps.back().stutters) {
    behind.step = {};
    behind.atoms.clear();
    behind.stutters = false;
    behind.last = true;
    steps.push_back(std::move(behind));
  } else {
    steps.back().last = true;
  }
  shown.prefix = std::move(steps);
  shown.cycle.clear();
  for (TruthRow& row : shown.timeline) row.values.resize(letters);
  shown.explanation += shown.explanation.empty() ? "" : ". ";
  shown.explanation += "However the run goes on, the formula fails: the cycle that follows is left out";
}

/// The shortest lasso of the product, where it can be found; says so where it cannot.
void shorten(SearchSpace& space, const SearchControl& control, Run& run, PropertyResult& result) {
  SearchControl more = control.unbounded();
  ShortestLasso shortest =
      unless_cut_short(more, [&] { return shortest_lasso(space, more, run.size()); }).value_or(ShortestLasso{});
  if (shortest.run.size() > 0) run = std::move(shortest.run);
  if (!shortest.proved) {
    SearchResult why;
    why.stop = more.stop();
    result.warnings.push_back(
        "--shortest: " + (more.stop() == Stop::None ? "there are too many cycles to compare" : stop_reason(why)) +
        "; there may be a shorter counterexample");
  }
  run = rolled_up(std::move(run));
}

std::string obstacle_to_threads(const CheckOptions& options) {
  if (options.cache_entries_given) return "--cache-entries is for one thread";
  if (options.emptiness != "auto") {
    return "--emptiness " + options.emptiness + " searches with one thread; several threads have a search of their own";
  }
  return parallel_obstacle(options.store, options.search);
}

/// The property holds of all infinite runs, if atoms without value are taken for false. What is left to be known is
/// whether the formula asks for one of them, and whether a run that ends in a run-time error has violated it before.
/// Nothing: it holds.
std::optional<PropertyResult> violated_at_the_beginning(const CheckContext& context, const Property& property,
                                                        const std::vector<Formula>& assumptions,
                                                        PropertyResult& result) {
  if (!property.formula) {
    result.verdict = Verdict::Inconclusive;
    result.reason = "an atom of the automaton cannot be evaluated in some state";
    return std::nullopt;
  }
  Property beginnings = property;
  for (const Formula assumption : assumptions)
    beginnings.formula = Formula::binary(Op::Implies, assumption, *beginnings.formula);
  CheckOptions options = context.options;
  options.checkpoint = {};
  if (options.reduce != "auto") options.reduce = "none";  // what was asked for need not suit finite words
  options.symmetry.clear();
  const CheckContext second{context.system, options, context.observer, context.stop,
                            context.seconds_used + result.stats.seconds};
  Expected<PropertyResult> decided = decide_beginnings(second, beginnings);
  if (decided && decided->verdict == Verdict::Holds) return std::nullopt;
  if (decided) {
    decided->engine.translator = result.engine.translator;
    decided->engine.fair = result.engine.fair;
    decided->warnings.insert(decided->warnings.begin(), result.warnings.begin(), result.warnings.end());
    return std::move(*decided);
  }
  result.verdict = Verdict::Inconclusive;
  result.reason = decided.error().front().message;
  return std::nullopt;
}

/// Products of one model and one automaton for several threads.
class SharedProduct {
 public:
  SharedProduct(const TransitionSystem& system, PropertyAutomaton& automaton, const AtomBinding& atoms,
                Fairness fairness)
      : system_(system), automaton_(automaton), atoms_(atoms), fairness_(fairness) {}

  std::unique_ptr<SearchSpace> make_space() {
    views_.push_back(automaton_.view());
    auto product = Product::make(system_, *views_.back(), atoms_, fairness_);
    WEIR_ASSERT(product.has_value(), "what makes one product makes several");
    products_.push_back(product->get());
    return std::move(*product);
  }
  /// After a search, while its spaces live: what the products have seen.
  void collect() {
    for (const Product* product : products_) {
      errors_met += product->errors_met();
      if (doubt.empty()) doubt = product->doubt();
      met_undefined = met_undefined || product->met_undefined();
      letters.note(product->letters().all());
    }
  }
  std::uint64_t errors_met = 0;
  std::string doubt;
  bool met_undefined = false;
  MetLetters letters;

 private:
  const TransitionSystem& system_;
  SharedAutomaton automaton_;
  const AtomBinding& atoms_;
  Fairness fairness_;
  std::vector<std::unique_ptr<PropertyAutomaton>> views_;
  std::vector<const Product*> products_;
};

}  // namespace

Expected<PropertyResult> decide_infinite(const CheckContext& context, const Property& property) {
  const CheckOptions& options = context.options;
  Expected<Fairness> fairness = fairness_of(options);
  if (!fairness) return fairness.error();
  Expected<ChosenStore> chosen = choose_store(context);
  if (!chosen) return chosen.error();

  MemoryBudget budget(memory_limit_of(context));
  const auto limited = limit_expansions(context, budget);

  // The automaton of what must not happen: not the formula, but the assumptions.
  const ConstructionLimits construction = construction_limits(context);
  Expected<FailureAutomaton> failure =
      failure_automaton(property, options, construction, exclusive_atoms(context.system, property));
  if (!failure) {
    if (auto result = undecided(context, property, failure.error())) return *result;
    return failure.error();
  }
  std::optional<RecordedAutomaton> recorded;
  if (context.checkpoint != nullptr) recorded.emplace(*failure->automaton);
  PropertyAutomaton& automaton = recorded ? static_cast<PropertyAutomaton&>(*recorded) : *failure->automaton;
  Expected<AtomBinding> binding = bind_atoms(context.system, automaton.atoms());
  if (!binding) return binding.error();
  const bool sees_steps = binding->sees_steps();
  const bool may_be_undefined =
      std::any_of(binding->states.begin(), binding->states.end(),
                  [&](const AtomBinding::Bound& atom) { return context.system.may_be_undefined(atom.id); });
  ReductionQuestion question;
  question.atoms = &*binding;
  question.shortest = options.shortest;
  question.fair = *fairness != Fairness::None;
  if (property.formula && options.reduce != "none") {
    std::vector<Formula> failing = failure->assumptions;
    failing.push_back(!*property.formula);
    decide_stuttering(Formula::nary(Op::And, failing), construction, question);
  } else {
    question.stutter_invariant = failure->stutter_invariant.value_or(false);
    question.why_not_stutter_invariant = failure->stutter_invariant
                                             ? "the property can tell a run from one that stutters"
                                             : "whether a claim or automaton sees stuttering is not decided";
  }
  Expected<ChosenReductions> reductions = choose_reductions(context.system, options, question, context.checkpoint);
  if (!reductions) return reductions.error();
  const TransitionSystem& system = reductions->searched(context.system);
  auto product = Product::make(system, automaton, *binding, *fairness);
  if (!product) return product.error();
  Expected<const EngineKind*> engine = engine_for(options, **product, chosen->kind->traits);
  if (!engine) return engine.error();

  Expected<ThreadPlan> plan = plan_threads(options.threads, one_thread_because(context, obstacle_to_threads(options)));
  if (!plan) return plan.error();
  if (context.checkpoint != nullptr && !(*engine)->can_be_saved) {
    return Diagnostic{.message = std::string("--checkpoint and --resume are not for --emptiness ") + (*engine)->name +
                                 "; the searches that can be saved are " + engines_that_can_be_saved()};
  }

  Expected<std::unique_ptr<StateStore>> store = make_store(*chosen, budget);
  if (!store) return store.error();
  ShuffledSpace shuffled(**product, options.seed);
  SearchSpace& space = options.search == "random" ? static_cast<SearchSpace&>(shuffled) : **product;
  const auto renew = [&] {
    store->reset();
    store = make_store(*chosen, budget);
  };
  std::uint64_t errors_met = 0;
  std::string doubt;  // about a verdict that the property holds
  bool met_undefined = false;
  MetLetters letters;
  std::uint64_t errors_before = 0;  // of a run that was taken up again
  MetLetters letters_before;        // likewise
  std::string doubt_before;         // likewise
  bool undefined_before = false;    // likewise
  const auto companions = [&](Archive& archive) {
    recorded->transfer(archive);
    reductions->transfer(archive);
    std::uint64_t errors = errors_before + (*product)->errors_met();
    std::vector<Letter> met = joined(letters_before, (*product)->letters()).all();
    std::string doubts = doubt_before.empty() ? (*product)->doubt() : doubt_before;
    archive.value(errors);
    archive.values(met);
    archive.value(doubts);
    bool undefined = undefined_before || (*product)->met_undefined();
    archive.value(undefined);
    if (!archive.loading()) return;
    undefined_before = undefined;
    doubt_before = doubts;
    errors_before = errors;
    letters_before = {};
    letters_before.note(met);
  };
  ModelSpace model = model_space_of(*reductions, context.system);
  auto searched = search_as_planned(
      *plan, limits_of(context), budget, chosen->shared_name(), context.observer, property.name,
      [&](SearchControl& control) {
        renew();
        SearchResult found = resumable(context.checkpoint, control, model, companions,
                                       [&] { return (*engine)->run(space, **store, control); });
        errors_met = errors_before + (*product)->errors_met();
        doubt = doubt_before.empty() ? (*product)->doubt() : doubt_before;
        met_undefined = undefined_before || (*product)->met_undefined();
        letters = joined(letters_before, (*product)->letters());
        return found;
      },
      [&](WorkCrew& crew, SharedStore& shared, SearchControl& control) {
        SharedProduct products(system, automaton, *binding, *fairness);
        ParallelEmptiness emptiness(
            crew, [&](unsigned) { return products.make_space(); }, shared, control);
        SearchResult found = emptiness.run();
        products.collect();
        errors_met = products.errors_met;
        doubt = products.doubt;
        met_undefined = products.met_undefined;
        letters = products.letters;
        return found;
      },
      renew);
  if (context.checkpoint != nullptr && context.checkpoint->damaged()) return context.checkpoint->damage();
  SearchResult& search = searched.result;

  if (const std::string broken = reductions->broken_promise(); !broken.empty()) {
    if (options.reduce != "auto" || !options.symmetry.empty()) return Diagnostic{.message = broken};
    CheckOptions plain = options;
    plain.reduce = "none";
    store->reset();
    return decide_infinite(context.again(plain, search.stats.seconds, budget.limit()), property);
  }
  if (const auto again = with_bounded_heap(options, context.system, search, budget.limit());
      again && search.outcome != SearchResult::Outcome::Found && context.checkpoint == nullptr) {
    store->reset();
    return decide_infinite(context.again(*again, search.stats.seconds, budget.limit()), property);
  }

  PropertyResult result = result_for(property);
  result.stats = search.stats;
  result.stats.automaton_states = automaton.states();
  const bool alone = searched.threads == 1;
  result.engine = {failure->translator,
                   failure->form,
                   alone ? (*engine)->name : "levels",
                   searched.store.empty() ? name_of(*chosen, **store) : searched.store,
                   reductions->names,
                   options.fair,
                   searched.threads};
  result.engine.left_out = reductions->left_out;
  result.engine.executor = reductions->executor();
  if (errors_met > 0) {
    result.warnings.push_back("some runs end in a run-time error of the model; --assertions shows one");
  }
  if (search.outcome != SearchResult::Outcome::Found) {
    conclude_without_run(search, **store, result);
    if (const auto limit = failure->automaton->incomplete()) {
      result.verdict = Verdict::Inconclusive;
      result.reason = limit_reason(context, *limit);
    }
    if (result.verdict == Verdict::Holds && !doubt.empty()) {
      result.verdict = Verdict::Inconclusive;
      result.reason = doubt;
    }
    if (result.verdict == Verdict::Holds && (property.formula ? may_be_undefined || errors_met > 0 : met_undefined)) {
      store->reset();
      if (std::optional<PropertyResult> asked =
              violated_at_the_beginning(context, property, failure->assumptions, result);
          asked)
        return std::move(*asked);
    }
    if (result.verdict == Verdict::Holds && !failure->vacuity.empty()) {
      result.warnings.push_back(failure->vacuity);
    } else if (result.verdict == Verdict::Holds && property.formula) {
      const auto more = vacuity_warnings(*property.formula, automaton.atoms(), {search.stats.states, letters});
      result.warnings.insert(result.warnings.end(), more.begin(), more.end());
    }
    return result;
  }
  store->reset();  // its memory is for shortening now
  std::optional<std::size_t> bad_prefix = bad_prefix_of(context, property, search.run, automaton.atoms());
  // What is shown then is the prefix, and there is none that is shorter.
  const bool shortest_already = bad_prefix && failure->assumptions.empty() && alone &&
                                (*engine)->decides == Decides::Terminal && (*engine)->breadth_first;
  if (options.shortest && !shortest_already) {
    SearchLimits left = limits_of(context);
    if (left.seconds > 0) left.seconds = std::max(left.seconds - search.stats.seconds, 1e-3);
    shorten(**product, SearchControl(budget, left, context.observer, property.name), search.run, result);
    bad_prefix = bad_prefix_of(context, property, search.run, automaton.atoms());
  }
  if (!refine_run(*reductions, search.run)) {
    withdraw(context, "it is a run of the reduced model only", result);
    return result;
  }
  if (reductions->any()) bad_prefix = bad_prefix_of(context, property, search.run, automaton.atoms());
  Accusation accusation;
  accusation.kind = property.formula ? Accusation::Kind::Formula : Accusation::Kind::Language;
  accusation.formula = property.formula;
  accusation.assumptions = failure->assumptions;
  accusation.atoms = automaton.atoms();
  if (reductions->system != nullptr) accusation.same_future = reductions->system->same_future();
  accusation.weakly_fair = *fairness == Fairness::Weak;
  accusation.strongly_fair = *fairness == Fairness::Strong;
  conclude_violated(context, search.run, accusation,
                    {.formula = property.formula, .atoms = automaton.atoms(), .word = WordKind::Lasso}, result);
  if (result.verdict == Verdict::Inconclusive && !doubt.empty()) result.reason = doubt;
  if (failure->language && result.has_counterexample) {
    const Expected<ValuedWord> word = word_of(context.system, search.run, automaton.atoms(), WordKind::Lasso);
    const std::string problem =
        word ? language_problem(*failure->language, failure->language_holds_failures, *word) : to_string(word.error());
    if (!problem.empty()) withdraw(context, problem, result);
  }
  if (property.formula) {
    explain_violation(context.system, search.run, *property.formula, automaton.atoms(), WordKind::Lasso, result);
  }
  // The lasso is what was certified. Assumptions are kept by the whole of it, so then the whole is shown.
  if (result.has_counterexample && bad_prefix && failure->assumptions.empty()) {
    show_prefix_only(*bad_prefix, sees_steps, result.counterexample);
  }
  if (result.has_counterexample) result.automaton = drawn(automaton);
  return result;
}

}  // namespace weir
