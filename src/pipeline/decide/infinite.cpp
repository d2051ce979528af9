// SPDX-License-Identifier: Apache-2.0
// Formulas, never claims and automata on infinite runs: searches for a failing cycle of the product with the automaton
// of wrong runs.
#include <algorithm>
#include <bit>
#include <utility>

#include <weir/catalogue.h>

#include "automaton/recorded_automaton.h"
#include "automaton/shared_automaton.h"
#include "base/assert.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/decide.h"
#include "pipeline/decide/observations.h"
#include "pipeline/decide/question.h"
#include "pipeline/decide/shortening.h"
#include "pipeline/decide/shown_prefix.h"
#include "pipeline/decide/vacuity.h"
#include "pipeline/prepare/draw_automaton.h"
#include "pipeline/prepare/failure_automaton.h"
#include "pipeline/prepare/known_values.h"
#include "pipeline/prepare/last_values.h"
#include "search/engines.h"
#include "search/hunt/automaton_distance.h"
#include "search/lasso/shortest_lasso.h"
#include "search/parallel/parallel_components.h"
#include "search/parallel/parallel_emptiness.h"
#include "search/parallel/stack_reachability.h"
#include "search/space/product.h"
#include "search/space/shuffled_space.h"

namespace weir {
namespace {

/// The requested engine, or a suitable one. A search order that does not fit is refused.
Expected<const EngineKind*> engine_for(const CheckOptions& options, const SearchSpace& space,
                                       const StoreTraits& store) {
  const bool automatic = options.emptiness == Emptiness::Auto;
  const bool terminal = space.strength() == Strength::Terminal;
  const bool breadth_first =
      options.search == SearchOrder::BreadthFirst || (options.shortest && automatic && terminal && store.has_ids);
  const EngineKind& engine = automatic ? default_engine(space.acceptance(), store, space.strength(), breadth_first)
                                       : engine_kind(options.emptiness, breadth_first);
  const std::string reason = unsuitable(engine, space.acceptance(), store, space.strength());
  if (!reason.empty()) return Diagnostic{.message = reason};
  if (options.search == SearchOrder::BreadthFirst && !engine.breadth_first) {
    return Diagnostic{.message = std::string("--emptiness ") + engine.name +
                                 " searches depth-first; breadth-first are " +
                                 engines_where([](const EngineKind& other) { return other.breadth_first; })};
  }
  if (options.search == SearchOrder::Random && engine.breadth_first) {
    return Diagnostic{.message = std::string("--emptiness ") + engine.name +
                                 " searches breadth-first, where a random order changes nothing"};
  }
  return &engine;
}

/// Atoms of the formula of which each step makes at most one true.
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

class InfiniteQuestion final : public Question {
 public:
  InfiniteQuestion(Attempt& attempt, const Property& property) : Question(attempt, {&property}), property_(property) {}

  Diagnostics translate() override {
    searched_ = property_;
    // Which values are proved depends on the time that is left; a search that is resumed needs the same automaton.
    const bool uses_known_values = property_.formula && attempt_.options.reduce.is_automatic() && !attempt_.saved();
    if (uses_known_values)
      searched_.formula = with_last_values(attempt_.system, with_known_values(attempt_.system, *property_.formula));
    // The automaton of wrong runs: the negated formula and the assumptions.
    Expected<FailureAutomaton> failure = failure_automaton(searched_, attempt_.options, attempt_.construction_limits(),
                                                           exclusive_atoms(attempt_.system, searched_));
    if (!failure) return failure.error();
    failure_ = std::move(*failure);
    if (const Automaton* whole = failure_.automaton->whole(); whole != nullptr && uses_known_values) {
      const auto possible = bounded([&] { return without_impossible_edges(attempt_.system, *whole); });
      if (!possible) return possible.error();
      restricted_ = possible->has_value();
      if (restricted_) replace_automaton(failure_, **possible);
    }
    shared_.emplace(*failure_.automaton);
    if (attempt_.saved()) recorded_.emplace(*failure_.automaton);
    Expected<AtomBinding> binding = bind_atoms(attempt_.system, names());
    if (!binding) return binding.error();
    binding_ = std::move(*binding);
    return {};
  }

  ReductionQuestion preserved() override {
    ReductionQuestion question;
    question.atoms = &binding_;
    question.shortest = attempt_.options.shortest;
    question.fair = attempt_.options.fair != Fairness::None;
    // Which kind of partial order is better depends on the time of a sample; a search that is resumed needs the same.
    if (!attempt_.saved() && failure_.automaton->whole() != nullptr) question.failures = failure_.automaton.get();
    question.beginnings_only = failure_.automaton->strength() == Strength::Terminal;
    if (property_.formula && !attempt_.options.reduce.is_none()) {
      std::vector<Formula> failing = failure_.assumptions;
      failing.push_back(!*searched_.formula);
      decide_stuttering(Formula::nary(Op::And, failing), attempt_.construction_limits(), question);
    } else {
      question.stutter_invariant = failure_.stutter_invariant.value_or(false);
      question.why_not_stutter_invariant = failure_.stutter_invariant
                                               ? "the property is not stutter-invariant"
                                               : "stutter invariance is not decided for claims and automata";
    }
    return question;
  }

  Diagnostics open() override {
    auto product = product_with(automaton());
    if (!product) return product.error();
    product_ = std::move(*product);
    Expected<const EngineKind*> engine = engine_for(attempt_.options, *product_, attempt_.chosen.kind->traits);
    if (!engine) return engine.error();
    engine_ = *engine;
    if (attempt_.options.search == SearchOrder::Random) shuffled_.emplace(*product_, attempt_.options.seed);
    return {};
  }

  std::string obstacle_to_threads() const override {
    const CheckOptions& options = attempt_.options;
    if (options.emptiness != Emptiness::Auto) {
      return "--emptiness " + name_of(options.emptiness) + " uses one thread; several threads use their own search";
    }
    return parallel_obstacle(*attempt_.chosen.kind, options.search);
  }
  std::string obstacle_to_saving() const override {
    if (engine_->can_be_saved) return {};
    const bool chosen = attempt_.options.emptiness == Emptiness::Auto;
    return (chosen ? "the search chosen here, " : "--emptiness ") + std::string(engine_->name) +
           "; the searches that can be saved are " +
           engines_where([](const EngineKind& engine) { return engine.can_be_saved; });
  }

  DefectResult search(SearchControl& control) override {
    SearchSpace& space = shuffled_ ? static_cast<SearchSpace&>(*shuffled_) : *product_;
    DefectResult found{.search = engine_->run(space, *attempt_.store, control), .found = {}};
    observed_ = before_.with(*product_);
    return found;
  }

  DefectResult search(WorkCrew& crew, SharedStore& store, SearchControl& control) override {
    std::vector<std::unique_ptr<PropertyAutomaton>> views;
    std::vector<const Product*> products;
    const auto make_space = [&](unsigned) {
      views.push_back(shared_->view());
      auto product = product_with(*views.back());
      WEIR_ASSERT(product.has_value(), kMadeAgain);
      products.push_back(product->get());
      return std::move(*product);
    };
    // The products live as long as the search.
    const auto searched_by = [&](auto&& search) {
      DefectResult found{.search = search.run(), .found = {}};
      observed_ = Observations::of(products);
      return found;
    };
    if (by_levels(crew.size())) return searched_by(ParallelEmptiness(crew, make_space, store, control));
    if (!is_terminal()) return searched_by(ParallelComponents(crew, make_space, store, control));
    StackReachability reachability(crew, make_space, store, control);
    DefectResult outcome = reachability.run(Defect::BadState);
    observed_ = Observations::of(products);
    if (!outcome.found.empty()) outcome.search.run = std::move(outcome.found.front().run);
    return {.search = std::move(outcome.search), .found = {}};
  }

  Defect violation_of(const Property&) const override { return Defect::None; }

  std::function<HuntedSpace()> hunted_spaces() override {
    std::shared_ptr<const WayToAcceptance> way;
    if (automaton().whole() != nullptr) {
      Letter visible = 0;
      for (const AtomBinding::Bound& atom : binding_.states) visible |= atom.bit;
      way = std::make_shared<WayToAcceptance>(automaton(), visible);
    }
    return [this, way] {
      HuntedSpace made;
      made.automaton = shared_->view();
      auto product = product_with(*made.automaton);
      WEIR_ASSERT(product.has_value(), kMadeAgain);
      made.met_errors = [&product = **product] { return product.errors_met() > 0; };
      made.space = std::move(*product);
      if (way != nullptr && way->guides())
        made.distances.push_back(std::make_unique<AutomatonDistance>(way, *made.space, attempt_.searched(), binding_,
                                                                     unwatched_program_of(attempt_.system)));
      return made;
    };
  }

  /// The search for a failing cycle takes atoms without value as false. It leaves open whether the property depends on
  /// such an atom, and whether a run that ends in a run-time error has violated it before.
  std::optional<PrefixQuestion> about_prefixes() override {
    const auto may_be_undefined = [&](const AtomBinding::Bound& atom) {
      return attempt_.system.may_be_undefined(atom.id) &&
             !has_failure_edge(names()[static_cast<std::size_t>(std::countr_zero(atom.bit))]);
    };
    PrefixQuestion question{.plan = {attempt_.options, attempt_.plan.seconds_used}, .ask = {}};
    question.always = std::any_of(binding_.states.begin(), binding_.states.end(), may_be_undefined);
    question.plan.options.checkpoint = {};
    // The requested reductions may not apply to finite words.
    if (!question.plan.options.reduce.is_automatic()) question.plan.options.reduce = Reductions::none();
    question.plan.options.symmetry.clear();
    beginnings_ = property_;
    for (const Formula assumption : failure_.assumptions)
      if (property_.formula) beginnings_.formula = Formula::binary(Op::Implies, assumption, *beginnings_.formula);
    question.ask = [this](Attempt& attempt) {
      return ask_about_prefixes(attempt, beginnings_, failure_, shared_->view());
    };
    return question;
  }

  void serialize(Archive& archive) override {
    recorded_->serialize(archive);
    before_.serialize(archive, *product_);
    if (archive.loading()) observed_ = before_;
  }

  /// For a run that is unfair to a process without marks: another attempt in which that process has marks.
  std::optional<Plan> plan_after_finding(Plan&& next) override {
    const std::uint32_t most = product_->partly_strong();
    if (most == 0) return std::nullopt;
    const auto more = unfair_to(attempt_.searched(), attempt_.found.result.search.run, true);
    if (more.empty()) return std::nullopt;
    next.starved.insert(next.starved.end(), more.begin(), more.end());
    if (next.starved.size() <= most) return std::move(next);
    observed_.doubt = "--fair strong can give marks to " + std::to_string(most) +
                      " processes, and every run found is unfair to another one";
    return std::nullopt;
  }

  std::vector<PropertyResult> conclude() override {
    PropertyResult result = result_of(attempt_, property_);
    result.stats.automaton_states = automaton().states();
    result.engine.translator = failure_.translator;
    result.engine.automaton = failure_.form;
    result.engine.emptiness = alone() ? engine_->name : parallel_engine(attempt_.found.threads);
    result.engine.fair = attempt_.options.fair;
    if (observed_.errors > 0) result.warnings.push_back(kEndsInError);
    if (attempt_.found.any()) {
      conclude_with(attempt_.found.result.search.run, result);
    } else {
      conclude_without(result);
    }
    return {std::move(result)};
  }

 private:
  static constexpr const char* kMadeAgain = "a product that can be made once can be made again";

  Expected<std::unique_ptr<Product>> product_with(PropertyAutomaton& view) const {
    return Product::make(attempt_.searched(), view, binding_, attempt_.options.fair, attempt_.plan.starved,
                         attempt_.reductions.guided.get());
  }
  PropertyAutomaton& automaton() {
    return recorded_ ? static_cast<PropertyAutomaton&>(*recorded_) : *failure_.automaton;
  }
  /// The atoms of the search, and those of the property, of which the search may know some.
  const std::vector<std::string>& names() const { return failure_.automaton->atoms(); }
  std::vector<std::string> all_names() const {
    if (!property_.formula || searched_.formula == property_.formula) return names();
    std::vector<Formula> parts = failure_.assumptions;
    parts.push_back(*property_.formula);
    return atoms(Formula::nary(Op::And, std::move(parts)));
  }
  bool alone() const { return attempt_.found.threads == 1; }
  /// Whether several threads search level by level: a depth limit needs the distance of a state.
  bool by_levels(unsigned threads) const {
    const CheckOptions& options = attempt_.options;
    return options.shortest || options.search == SearchOrder::BreadthFirst || options.max_depth != 0 ||
           !(is_terminal() || ParallelComponents::suits(*product_, threads));
  }
  /// Whether the search uses what was proved about the model before.
  bool uses_knowledge() const { return restricted_ || (property_.formula && searched_.formula != property_.formula); }
  bool is_terminal() const { return product_->strength() == Strength::Terminal; }
  /// The name of the search with several threads.
  const char* parallel_engine(unsigned threads) const {
    return by_levels(threads) ? "levels" : is_terminal() ? "terminal" : "components";
  }

  void conclude_without(PropertyResult& result) {
    conclude_without_run(attempt_, result);
    if (const auto limit = failure_.automaton->incomplete()) {
      result.verdict = Verdict::Inconclusive;
      result.reason = limit_reason(attempt_, *limit);
    }
    if (result.verdict == Verdict::Holds && !observed_.doubt.empty()) {
      result.verdict = Verdict::Inconclusive;
      result.reason = observed_.doubt;
    }
    // A store that omits states has not proved anything, but a violation before an error counts there, too.
    const bool exhausted = attempt_.found.result.search.outcome == SearchResult::Outcome::Exhausted;
    if (result.verdict == Verdict::Holds || (exhausted && !attempt_.chosen.kind->traits.exact)) ask_prefixes(result);
    if (result.verdict != Verdict::Holds || restricted_) return;
    if (!failure_.vacuity.empty()) {
      if (searched_.formula == property_.formula) result.warnings.push_back(failure_.vacuity);
    } else if (searched_.formula && attempt_.reductions.guided == nullptr) {  // which does not meet all letters
      const auto more = vacuity_warnings(*searched_.formula, names(), {result.stats.states, observed_.letters});
      result.warnings.insert(result.warnings.end(), more.begin(), more.end());
    }
  }

  /// Whether a claim has edges for the case that this condition cannot be evaluated.
  bool has_failure_edge(const std::string& atom) const {
    return std::find(names().begin(), names().end(), std::string(kFailurePrefix) + atom + ")") != names().end();
  }

  /// The property holds on all infinite runs, as far as a search for a failing cycle can tell.
  void ask_prefixes(PropertyResult& result) {
    std::optional<PrefixQuestion> prefixes = about_prefixes();
    if (observed_.errors == 0 && !prefixes->always) return;
    attempt_.store.reset();  // frees its memory for this search
    prefixes->plan.seconds_used += result.stats.seconds;
    const CheckContext second{attempt_.system, attempt_.context.observer, attempt_.context.stop};
    auto decided = decide(second, std::move(prefixes->plan), prefixes->ask);
    if (!decided) {
      result.verdict = Verdict::Inconclusive;
      result.reason = decided.error().front().message;
      return;
    }
    PropertyResult& found = decided->front();
    if (found.verdict == Verdict::Holds) return;
    if (result.verdict != Verdict::Holds && found.verdict != Verdict::Violated) return;
    found.engine.translator = result.engine.translator;
    found.engine.fair = result.engine.fair;
    found.warnings.insert(found.warnings.begin(), result.warnings.begin(), result.warnings.end());
    result = std::move(found);
  }

  void conclude_with(Run& run, PropertyResult& result) {
    if (is_lost(attempt_, run, result)) return;
    attempt_.store.reset();  // frees its memory for shortening
    shorten(run, result);
    if (!refine(attempt_, run, result)) return;
    const std::size_t letters = std::max<std::size_t>(run.size() - 1, 1);  // the last state shows that they suffice
    const bool finite = run.finite();
    const std::vector<std::string> shown = all_names();
    const auto binding = bind_atoms(attempt_.system, shown);
    const bool sees_steps = binding ? binding->sees_steps() : binding_.sees_steps();
    conclude_failing_run(attempt_, {property_, failure_, shown, sees_steps, binding_.state_ids}, std::move(run),
                         letters, result);
    if (result.verdict == Verdict::Inconclusive && !observed_.doubt.empty()) result.reason = observed_.doubt;
    // A prefix that is bad because of what is known about the model need not be bad for the formula by itself.
    if (result.verdict == Verdict::Inconclusive && finite && !attempt_.cut->raised() && uses_knowledge())
      result.reason = "an error was found, but no cycle near its end by which the formula could be judged";
    if (result.has_counterexample) result.automaton = drawn(automaton());
  }

  /// Replaces the run by the shortest one of the product: at any cost if the user asks for it, with a warning if it may
  /// not be shortest; otherwise if a bounded effort finds a shorter one.
  void shorten(Run& run, PropertyResult& result) {
    const bool asked = attempt_.options.shortest;
    // A search breadth-first for a bad prefix has found a shortest one.
    if (run.finite() && alone() && engine_->decides == Decides::Terminal && engine_->breadth_first) return;
    const bool by_chance = !alone() && !by_levels(attempt_.found.threads);
    if (!asked && !by_chance && run.size() <= ShorteningEffort::kShort) return;
    SearchLimits limits = attempt_.limits();
    limits.max_states = limits.max_depth = 0;
    if (limits.seconds > 0) limits.seconds = std::max(limits.seconds - result.stats.seconds, 1e-3);
    const ShorteningEffort effort(attempt_, result.stats);
    if (!asked) limits.seconds = limits.seconds > 0 ? std::min(limits.seconds, effort.seconds) : effort.seconds;
    SearchControl control(attempt_.budget, limits, attempt_.context.observer, property_.name);
    // Another one of the same length counts, too, the first one in a fixed order: it replaces a run found by chance,
    // and it may become shorter than the one found when both are rolled up.
    const std::size_t bound = run.size() + (asked || by_chance ? 1 : 0);
    ShortestLasso shortest = unless_cut_short(control, [&] {
                               return shortest_lasso(*product_, control, bound, asked ? 0 : effort.states);
                             }).value_or(ShortestLasso{});
    const bool unfair = product_->partly_strong() > 0 && !unfair_to(attempt_.searched(), shortest.run, true).empty();
    run = rolled_up(std::move(run));
    if (shortest.run.size() > 0 && !unfair) {
      shortest.run = rolled_up(std::move(shortest.run));
      if (by_chance || shortest.run.size() <= run.size()) run = std::move(shortest.run);
    }
    if (asked && (!shortest.proved || unfair)) {
      SearchResult why;
      why.stop = control.stop();
      result.warnings.push_back(
          "--shortest: " + (control.stop() == Stop::None ? "there are too many cycles to compare" : stop_reason(why)) +
          "; there may be a shorter counterexample");
    } else if (by_chance && (!shortest.proved || unfair)) {
      result.warnings.push_back(kMayDiffer);
    }
  }

  const Property& property_;
  Property searched_;    ///< the property with atoms replaced whose value is known
  Property beginnings_;  ///< of prefixes: the assumptions imply the property
  FailureAutomaton failure_;
  bool restricted_ = false;  ///< the search omits letters that are known to be impossible: it shows no vacuity
  std::optional<SharedAutomaton> shared_;      ///< its automaton, for several threads
  std::optional<RecordedAutomaton> recorded_;  ///< for a search that is saved
  AtomBinding binding_;
  std::unique_ptr<Product> product_;
  std::optional<ShuffledSpace> shuffled_;  ///< with --search random
  const EngineKind* engine_ = nullptr;
  Observations before_;  ///< before the run was saved
  Observations observed_;
};

}  // namespace

std::unique_ptr<Question> ask_infinite(Attempt& attempt, const Property& property) {
  return std::make_unique<InfiniteQuestion>(attempt, property);
}

}  // namespace weir
