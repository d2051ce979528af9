// SPDX-License-Identifier: Apache-2.0
// Several safety formulas, assertions and deadlock in one search (search/space/joint_product.h). Every property keeps
// its own verdict and counterexample. What the joint search leaves open although a search of its own might not is
// asked again, apart: if memory ran out, if the monitors together have too many states, or for a formula if runs end
// in run-time errors (see ask_about_prefixes).
#include <algorithm>
#include <utility>

#include <weir/catalogue.h>

#include "automaton/shared_automaton.h"
#include "base/assert.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/conclude_defect.h"
#include "pipeline/decide/decide.h"
#include "pipeline/decide/joining.h"
#include "pipeline/decide/question.h"
#include "pipeline/decide/shortening.h"
#include "pipeline/decide/shown_prefix.h"
#include "pipeline/decide/vacuity.h"
#include "pipeline/prepare/draw_automaton.h"
#include "search/parallel/stack_reachability.h"
#include "search/reachability/reachability.h"
#include "search/space/joint_monitor.h"
#include "search/space/joint_product.h"

namespace weir {
namespace {

class JointQuestion final : public Question {
 public:
  JointQuestion(Attempt& attempt, std::vector<const Property*> asked) : Question(attempt, std::move(asked)) {
    for (const Property* property : properties()) {
      if (!is_defect(*property)) watched_.push_back({property});
      wanted_ = wanted_ | violation_of(*property);
    }
  }

  Diagnostics translate() override {
    std::vector<PropertyAutomaton*> failures;
    std::vector<std::string> names;
    for (Watched& one : watched_) {
      Expected<FailureAutomaton> failure =
          failure_automaton(*one.property, attempt_.options, attempt_.construction_limits());
      if (!failure) return failure.error();
      one.failure = std::move(*failure);
      if (!can_be_watched(one.failure))
        return {{.message = "a limit was reached while it was translated", .limit = true}};
      failures.push_back(one.failure.automaton.get());
      add_names(one.names(), names);
    }
    Expected<AtomBinding> binding = bind_atoms(attempt_.system, names);
    if (!binding) return binding.error();
    binding_ = std::move(*binding);
    monitor_.emplace(failures, std::move(names));
    shared_.emplace(*monitor_);
    return {};
  }

  ReductionQuestion preserved() override {
    std::vector<Formula> formulas;
    for (const Watched& one : watched_) formulas.push_back(*one.property->formula);
    return preserved_for(formulas, binding_, attempt_.construction_limits());
  }

  Diagnostics open() override {
    view_ = shared_->view();
    product_.emplace(attempt_.searched(), *view_, binding_);
    return {};
  }

  std::string obstacle_to_threads() const override {
    return parallel_obstacle(*attempt_.chosen.kind, attempt_.options.search);
  }
  bool may_forget() const override { return false; }

  DefectResult search(SearchControl& control) override {
    const std::uint64_t before = product_->errors_met();
    DefectResult found = Reachability(*product_, *attempt_.store, control, SearchOrder::DepthFirst).run(wanted_);
    errors_ += product_->errors_met() - before;
    return found;
  }

  DefectResult search(WorkCrew& crew, SharedStore& store, SearchControl& control) override {
    std::vector<std::unique_ptr<PropertyAutomaton>> views;
    std::vector<const JointProduct*> products;
    const auto make_space = [&](unsigned) {
      views.push_back(shared_->view());
      auto product = std::make_unique<JointProduct>(attempt_.searched(), *views.back(), binding_);
      products.push_back(product.get());
      return product;
    };
    StackReachability reachability(crew, make_space, store, control);
    DefectResult found = reachability.run(wanted_);
    for (const JointProduct* product : products) errors_ += product->errors_met();
    return found;
  }

  void serialize(Archive&) override { WEIR_ASSERT(false, "a search that is saved decides one question"); }

  Defect violation_of(const Property& property) const override {
    if (is_defect(property)) return defect_of(property);
    return bad_state(number_of(property));
  }

  std::function<HuntedSpace()> hunted_spaces() override {
    return [this] {
      HuntedSpace made;
      made.automaton = shared_->view();
      made.space = std::make_unique<JointProduct>(attempt_.searched(), *made.automaton, binding_);
      return made;
    };
  }

  std::vector<PropertyResult> conclude() override {
    if (std::any_of(properties().begin(), properties().end(), [](const Property* one) { return is_defect(*one); }))
      note_coverage(attempt_);
    std::vector<PropertyResult> results;
    for (const Property* property : properties()) results.push_back(result_of(attempt_, *property));
    std::vector<std::size_t> apart;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const bool found = found_run(attempt_, violation_of(*properties()[i])) != nullptr;
      if (!found && !conclude_without(*properties()[i], results[i])) apart.push_back(i);
    }
    attempt_.store.reset();  // frees its memory for what follows
    // The shortest runs first: a limit may end the program before all are certified.
    std::vector<std::pair<const DefectFound*, std::size_t>> violated;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (const DefectFound* found = found_run(attempt_, violation_of(*properties()[i])))
        violated.emplace_back(found, i);
    std::stable_sort(violated.begin(), violated.end(),
                     [](const auto& a, const auto& b) { return a.first->run.size() < b.first->run.size(); });
    for (const auto& [found, i] : violated) {
      conclude_with(*properties()[i], found->run, results[i]);
      if (attempt_.context.concluded) attempt_.context.concluded(*properties()[i], results[i]);
    }
    ask_apart(apart, results);
    return results;
  }

 private:
  struct Watched {
    const Property* property;
    FailureAutomaton failure = {};
    const std::vector<std::string>& names() const { return failure.automaton->atoms(); }
  };
  /// The number of a formula among those watched.
  std::size_t number_of(const Property& property) const {
    return static_cast<std::size_t>(
        std::find_if(watched_.begin(), watched_.end(), [&](const Watched& one) { return one.property == &property; }) -
        watched_.begin());
  }

  void describe(const Property& property, PropertyResult& result) const {
    result.engine.emptiness = is_defect(property) ? name_of(SearchOrder::DepthFirst) : name_of(Emptiness::Terminal);
    if (is_defect(property)) return;
    const Watched& one = watched_[number_of(property)];
    result.stats.automaton_states = one.failure.automaton->states();
    result.engine.translator = one.failure.translator;
    result.engine.automaton = one.failure.form;
    if (errors_ > 0) result.warnings.push_back(kEndsInError);
  }

  /// Returns false if the property must be asked apart.
  bool conclude_without(const Property& property, PropertyResult& result) {
    describe(property, result);
    if (monitor_->incomplete() || attempt_.found.result.search.stop == Stop::Memory) return false;
    conclude_without_run(attempt_, result);
    if (result.verdict != Verdict::Holds || is_defect(property)) return true;
    if (errors_ > 0) return false;
    const std::size_t number = number_of(property);
    result.warnings =
        vacuity_warnings(*property.formula, watched_[number].names(), {result.stats.states, monitor_->letters(number)});
    return true;
  }

  void conclude_with(const Property& property, Run run, PropertyResult& result) {
    describe(property, result);
    if (is_defect(property)) return conclude_defect(attempt_, property, std::move(run), false, result);
    if (is_lost(attempt_, run, result)) return;
    const Watched& one = watched_[number_of(property)];
    shorten(attempt_, *product_, violation_of(property), run, result);
    show_failure(property, run);
    const bool goes_on = go_on(run);
    if (!refine(attempt_, run, result)) return;
    const std::size_t letters = run.size() - (goes_on ? 1 : 0);
    conclude_failing_run(attempt_, {property, one.failure, one.names(), false, binding_.state_ids}, std::move(run),
                         letters, result);
    if (result.has_counterexample) result.automaton = drawn(*one.failure.automaton);
  }

  /// Adds a step behind the bad prefix, because a run that goes on is easier to judge. Returns false if only run-time
  /// errors follow.
  bool go_on(Run& run) const {
    SuccessorBuffer successors;
    attempt_.searched().successors(run.prefix.back().state, successors);
    std::size_t i = 0;
    while (i < successors.size() && successors.step(i).fault == Fault::RuntimeError) ++i;
    if (i == successors.size() && i > 0) return false;
    RunStep next = run.prefix.back();
    RunStep& last = run.prefix.back();
    last.last = false;
    last.stutters = successors.empty();
    if (!last.stutters) {
      last.step = successors.step(i);
      next.state.assign(successors.state(i).begin(), successors.state(i).end());
    }
    run.prefix.push_back(std::move(next));
    return true;
  }

  /// Replaces the states of the joint monitor along a bad prefix by those of a failing run of the property's automaton.
  void show_failure(const Property& property, Run& run) const {
    const std::size_t number = number_of(property);
    PropertyAutomaton& failures = *watched_[number].failure.automaton;
    std::vector<Letter> letters;
    std::vector<std::vector<std::uint32_t>> before{{failures.initial()}};  // by letter: possible states
    for (const RunStep& step : run.prefix) {
      letters.push_back(monitor_->own_letter(number, binding_.letter_of_state(attempt_.searched(), step.state).letter));
      std::vector<std::uint32_t> next;
      for (const std::uint32_t state : before.back())
        for (const PropertyAutomaton::Edge& edge : failures.edges(state, letters.back()))
          next.push_back(edge.destination);
      std::sort(next.begin(), next.end());
      next.erase(std::unique(next.begin(), next.end()), next.end());
      before.push_back(std::move(next));
    }
    const auto failed = std::find_if(before.back().begin(), before.back().end(), [&](std::uint32_t state) {
      return failures.strength_at(state) == ComponentStrength::Terminal;
    });
    WEIR_ASSERT(failed != before.back().end(), "the letters of a bad prefix lead to a failure");
    std::uint32_t behind = *failed;
    for (std::size_t i = run.prefix.size(); i-- > 0;) {
      behind = *std::find_if(before[i].begin(), before[i].end(), [&](std::uint32_t state) {
        const auto edges = failures.edges(state, letters[i]);
        return std::any_of(edges.begin(), edges.end(), [&](const auto& edge) { return edge.destination == behind; });
      });
      run.prefix[i].automaton_state = behind;
    }
  }

  /// Decides these properties again: each formula with a search of its own.
  void ask_apart(const std::vector<std::size_t>& open, std::vector<PropertyResult>& results) {
    std::vector<std::vector<std::size_t>> questions(1);  // the first is about defects
    for (const std::size_t i : open) {
      if (is_defect(*properties()[i])) {
        questions.front().push_back(i);
      } else {
        questions.push_back({i});
      }
    }
    Plan plan = attempt_.plan;
    plan.seconds_used += attempt_.found.result.search.stats.seconds;
    for (const std::vector<std::size_t>& question : questions) {
      if (question.empty()) continue;
      std::vector<const Property*> asked;
      for (const std::size_t i : question) asked.push_back(properties()[i]);
      auto decided = decide(attempt_.context, plan, asked);
      for (std::size_t i = 0; i < question.size(); ++i) {
        PropertyResult& result = results[question[i]];
        if (decided) {
          result = std::move((*decided)[i]);
        } else {
          result.reason = decided.error().front().message;
        }
      }
      if (decided) plan.seconds_used += results[question.front()].stats.seconds;
    }
  }

  std::vector<Watched> watched_;
  Defect wanted_ = Defect::None;
  AtomBinding binding_;
  std::optional<JointMonitor> monitor_;
  std::optional<SharedAutomaton> shared_;
  std::unique_ptr<PropertyAutomaton> view_;
  std::optional<JointProduct> product_;
  std::uint64_t errors_ = 0;  ///< run-time errors met
};

}  // namespace

std::unique_ptr<Question> ask_jointly(Attempt& attempt, std::vector<const Property*> properties) {
  return std::make_unique<JointQuestion>(attempt, std::move(properties));
}

}  // namespace weir
