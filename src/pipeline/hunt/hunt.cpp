// SPDX-License-Identifier: Apache-2.0
#include "pipeline/hunt/hunt.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/assert.h"
#include "base/thread/work_crew.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/grace.h"
#include "pipeline/decide/question.h"
#include "pipeline/hunt/schedule.h"
#include "search/hunt/counted_space.h"
#include "search/hunt/strategy.h"
#include "search/lasso/loop_free.h"

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;

/// A question of the hunt: properties that are hunted together.
struct Quarry {
  Quarry(const CheckContext& whole, const Plan& plan, std::vector<std::size_t> which,
         std::vector<const Property*> asked, const AskQuestion& how)
      : context(whole),
        attempt(context, plan),
        question(how(attempt)),
        numbers(std::move(which)),
        properties(std::move(asked)) {
    for (const Property* property : properties) wanted = wanted | question->violation_of(*property);
  }

  const CheckContext context;
  Attempt attempt;
  const std::unique_ptr<Question> question;
  const std::vector<std::size_t> numbers;  ///< of its properties
  const std::vector<const Property*> properties;
  std::function<HuntedSpace()> make_space;
  Defect wanted = Defect::None;         ///< defects not yet found
  bool exhausted = false;               ///< one search has visited every state
  std::string limit;                    ///< why it cannot be hunted; empty: it can
  std::vector<std::size_t> strategies;  ///< suitable ones
  std::optional<std::size_t> prefixes;  ///< another quarry, about the beginnings of its runs
  bool waits = false;                   ///< a quarry about beginnings of runs, none of which ended in an error yet
  std::vector<HuntRecord> records;
};

/// The spaces of one thread.
class Hunter {
 public:
  Hunter(std::uint64_t memory, std::deque<Quarry>& quarries) : budget(memory) {
    for (Quarry& quarry : quarries) {
      if (quarry.limit.empty())
        places_.emplace_back(quarry.make_space());
      else
        places_.emplace_back();
    }
  }
  MemoryBudget budget;

  HuntTarget target(std::size_t quarry, Defect wanted) {
    return {*places_[quarry].counted, wanted, places_[quarry].hunted.distances};
  }
  const CountedSpace& space(std::size_t quarry) const { return *places_[quarry].counted; }
  bool met_errors(std::size_t quarry) const {
    const HuntedSpace& hunted = places_[quarry].hunted;
    return hunted.met_errors && hunted.met_errors();
  }

 private:
  struct Place {
    Place() = default;
    explicit Place(HuntedSpace made)
        : hunted(std::move(made)), counted(std::make_unique<CountedSpace>(*hunted.space)) {}
    HuntedSpace hunted;
    std::unique_ptr<CountedSpace> counted;
  };
  std::vector<Place> places_;
};

/// Reports the progress of the whole hunt.
class HuntObserver final : public Observer {
 public:
  HuntObserver(Observer* observer, const std::atomic<std::uint64_t>& expanded, Clock::time_point start)
      : observer_(observer), expanded_(expanded), start_(start) {}
  void progress(const Progress& progress) override {
    Progress whole = progress;
    whole.property = "hunt";
    whole.stats.states = expanded_ + progress.stats.states_generated;
    whole.stats.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    observer_->progress(whole);
  }
  bool interrupted() override { return observer_->interrupted(); }

 private:
  Observer* observer_;
  const std::atomic<std::uint64_t>& expanded_;
  Clock::time_point start_;
};

class Hunt {
 public:
  Hunt(const CheckContext& context, const Plan& plan, const std::vector<Property>& properties, double seconds)
      : context_(context),
        plan_(plan),
        properties_(properties),
        stop_(*context.stop),
        watchdog_(stop_, seconds, {}),
        schedule_(plan.options.seed),
        observer_(context.observer, expanded_, start_),
        results_(properties.size()) {}
  ~Hunt() {
    hunters_.clear();
    while (!quarries_.empty()) quarries_.pop_back();  // in this order, which restores the limits of expansions
  }
  Hunt(const Hunt&) = delete;
  Hunt& operator=(const Hunt&) = delete;

  Expected<std::vector<PropertyResult>> run() {
    Expected<ThreadPlan> threads = plan_threads(plan_.options.threads, "");
    if (!threads) return threads.error();
    if (Diagnostics problems = prepare(); !problems.empty()) return problems;
    WorkCrew crew(threads->threads);
    const std::uint64_t memory = memory_limit_of(plan_) / 4 * 3 / crew.size();
    for (unsigned i = 0; i < crew.size(); ++i) hunters_.emplace_back(memory, quarries_);
    add_to_schedule();
    do {
      finds_.clear();
      StopFlag round(stop_);
      crew.run([&](unsigned i) { search(hunters_[i], i == 0 && context_.observer != nullptr, round); });
      for (Find& find : finds_)
        if (Diagnostics problems = take(find); !problems.empty()) return problems;
    } while (!finds_.empty() && !reductions_broken_ && !stop_.raised() && !spent());
    for (std::size_t i = 0; i < quarries_.size(); ++i) conclude_undecided(i);
    std::vector<PropertyResult> results;
    for (std::optional<PropertyResult>& result : results_) results.push_back(std::move(*result));
    return results;
  }

  /// The model broke a promise that its reductions rely on: the results are void.
  bool reductions_broken() const { return reductions_broken_; }

 private:
  struct Find {
    std::size_t quarry;
    std::size_t strategy;
    DefectResult result;
  };

  /// Translates all questions before it reduces the model for any of them: translating adds atoms to the model.
  Diagnostics prepare() {
    for (const std::vector<std::size_t>& numbers : questions_about(properties_)) {
      std::vector<const Property*> asked;
      for (const std::size_t i : numbers) asked.push_back(&properties_[i]);
      TransitionSystem& system = asked.front()->system != nullptr ? *asked.front()->system : context_.system;
      // All share one flag: when it is raised, expansions of the model may be incomplete for all.
      const CheckContext context{system, context_.observer, &stop_};
      const auto as_usual = [&](Attempt& attempt) { return ask(attempt, asked); };
      quarries_.emplace_back(context, plan_, numbers, asked, as_usual);
      Quarry& quarry = quarries_.back();
      if (Diagnostics problems = translate(quarry); !problems.empty()) return problems;
      if (!quarry.limit.empty()) continue;
      const std::optional<PrefixQuestion> prefixes = quarry.question->about_prefixes();
      if (!prefixes) continue;
      quarry.prefixes = quarries_.size();
      quarries_.emplace_back(context, prefixes->plan, numbers, asked, prefixes->ask);
      quarries_.back().waits = !prefixes->always;
      if (Diagnostics problems = translate(quarries_.back()); !problems.empty()) return problems;
    }
    for (Quarry& quarry : quarries_) {
      if (!quarry.limit.empty()) continue;
      Expected<ChosenReductions> reductions =
          choose_reductions(quarry.attempt.system, quarry.attempt.options, quarry.question->preserved());
      if (!reductions) return reductions.error();
      quarry.attempt.reductions = std::move(*reductions);
      if (Diagnostics problems = note(quarry, quarry.question->open()); !problems.empty()) return problems;
      if (quarry.limit.empty()) quarry.make_space = quarry.question->hunted_spaces();
      if (!quarry.attempt.renew_store()) return {{.message = "the memory limit is too small"}};
    }
    return {};
  }

  Diagnostics translate(Quarry& quarry) {
    Expected<ChosenStore> store = choose_store(plan_.options, quarry.attempt.system);
    if (!store) return store.error();
    quarry.attempt.chosen = *store;
    return note(quarry, quarry.question->translate());
  }

  /// Problems are fatal, unless a limit ended the preparation.
  Diagnostics note(Quarry& quarry, const Diagnostics& problems) {
    if (problems.empty() || !problems.front().limit) return problems;
    quarry.limit = limit_reason(quarry.attempt, problems.front());
    return {};
  }

  void add_to_schedule() {
    const auto strategies = hunt_strategies();
    for (std::size_t i = 0; i < quarries_.size(); ++i) {
      Quarry& quarry = quarries_[i];
      for (std::size_t j = 0; j < strategies.size() && quarry.limit.empty(); ++j)
        if (strategies[j].suits(hunters_.front().target(i, quarry.wanted))) quarry.strategies.push_back(j);
      for (const HuntStrategy& strategy : strategies) quarry.records.push_back({.strategy = strategy.name});
      schedule_.add_question(quarry.waits ? std::vector<std::size_t>() : quarry.strategies);
    }
  }

  /// The flag that ends expansions for a question early: at the limits of the hunt, and when one does not fit into
  /// memory.
  StopFlag* cut_of(Quarry& quarry) {
    const LimitedSystem* limited = quarry.attempt.reductions.system.get();
    if (limited == nullptr) limited = quarry.attempt.system.capabilities().limited;
    StopFlag* flag = limited != nullptr ? limited->limits().stop : nullptr;
    return flag != nullptr ? flag : &stop_;
  }

  bool spent() const { return plan_.options.max_states != 0 && expanded_ >= plan_.options.max_states; }

  /// Searches until an error is found, by whichever thread, or the hunt ends.
  void search(Hunter& hunter, bool reports, StopFlag& round) {
    while (!round.raised() && !spent()) {
      const std::optional<Schedule::Task> task = schedule_.next();
      if (!task) return;
      const HuntStrategy& strategy = hunt_strategies()[task->strategy];
      Quarry& quarry = quarries_[task->question];
      HuntEffort effort{.states = task->states, .seed = task->seed, .budget = hunter.budget};
      const std::uint64_t limit = plan_.options.max_states;
      if (limit != 0) effort.states = std::min(effort.states, limit - std::min<std::uint64_t>(expanded_, limit - 1));
      effort.limits.max_depth = plan_.options.max_depth;
      effort.limits.stop = &round;
      effort.limits.cut = cut_of(quarry);
      if (reports) effort.observer = &observer_;
      const std::uint64_t before = hunter.space(task->question).expansions();
      DefectResult result = strategy.run(hunter.target(task->question, quarry.wanted), effort);
      note(*task, hunter.space(task->question).expansions() - before, std::move(result), round,
           hunter.met_errors(task->question));
    }
  }

  void note(const Schedule::Task& task, std::uint64_t states, DefectResult result, StopFlag& round, bool met_errors) {
    const std::lock_guard lock(mutex_);
    const std::optional<std::size_t> prefixes = quarries_[task.question].prefixes;
    if (met_errors && prefixes && quarries_[*prefixes].waits) {
      quarries_[*prefixes].waits = false;
      schedule_.resume(*prefixes, quarries_[*prefixes].strategies);
    }
    expanded_ += states;
    HuntRecord& record = quarries_[task.question].records[task.strategy];
    ++record.searches;
    record.states += states;
    record.max_depth = std::max(record.max_depth, result.search.stats.max_depth);
    // Without memory no search can begin.
    idle_ = states == 0 ? idle_ + 1 : 0;
    if (idle_ > kIdleSearches * quarries_.size()) stop_.raise(StopFlag::Reason::Memory);
    if (result.search.outcome == SearchResult::Outcome::Found || !result.found.empty()) {
      round.raise(StopFlag::Reason::Interrupted);
      finds_.push_back({task.question, task.strategy, std::move(result)});
    } else if (result.search.outcome == SearchResult::Outcome::Exhausted && hunt_strategies()[task.strategy].exact) {
      quarries_[task.question].exhausted = true;
      schedule_.retire(task.question);
    }
  }

  /// Concludes about the properties that a find violates. The other threads are idle.
  Diagnostics take(Find& find) {
    Quarry& quarry = quarries_[find.quarry];
    Attempt& attempt = quarry.attempt;
    if (const std::string broken = attempt.reductions.broken_promise(); !broken.empty()) {
      const CheckOptions& options = plan_.options;
      if (!options.reduce.is_automatic() || !options.symmetry.empty()) return {{.message = broken}};
      reductions_broken_ = true;
      return {};
    }
    attempt.found = {.result = std::move(find.result)};
    DefectResult& result = attempt.found.result;
    result.search.outcome = SearchResult::Outcome::Found;
    result.search.run = loop_free(std::move(result.search.run));
    for (DefectFound& found : result.found) found.run = loop_free(std::move(found.run));
    if (quarry.question->plan_after_finding(Plan(attempt.plan))) return {};  // the run is not fair
    const auto is_found = [&](Defect defect) {
      return defect == Defect::None ||
             std::any_of(result.found.begin(), result.found.end(),
                         [&](const DefectFound& one) { return includes(one.defect, defect); });
    };
    std::vector<PropertyResult> concluded = conclude(quarry);
    for (std::size_t i = 0; i < concluded.size(); ++i) {
      const Defect violation = quarry.question->violation_of(*quarry.properties[i]);
      std::optional<PropertyResult>& known = results_[quarry.numbers[i]];
      if (known || !is_found(violation)) continue;
      quarry.wanted = quarry.wanted & ~violation;
      known = std::move(concluded[i]);
      complete(quarry.numbers[i], *known);
      known->hunt[find.strategy].found = true;
      known->engine.emptiness += fmt::format(" ({})", hunt_strategies()[find.strategy].name);
      if (context_.observer == nullptr || known->verdict != Verdict::Violated) continue;
      context_.observer->decided(quarry.numbers[i], *known);
      context_.observer->note("violated  " + known->name);
    }
    if (!any(quarry.wanted)) retire(quarry);
    return {};
  }

  /// Retires all questions about the properties of this one: another one may be about their prefixes.
  void retire(const Quarry& quarry) {
    for (std::size_t i = 0; i < quarries_.size(); ++i) {
      if (quarries_[i].numbers != quarry.numbers) continue;
      quarries_[i].waits = false;
      schedule_.retire(i);
    }
  }

  static std::vector<PropertyResult> conclude(Quarry& quarry) {
    const bool fits = quarry.attempt.store != nullptr || quarry.attempt.renew_store();
    WEIR_ASSERT(fits, "an empty store that fitted once fits again");
    const Grace grace(quarry.attempt);
    return quarry.question->conclude();
  }

  void conclude_undecided(std::size_t number) {
    Quarry& quarry = quarries_[number];
    const auto decided = [&](std::size_t i) { return results_[i].has_value(); };
    if (std::all_of(quarry.numbers.begin(), quarry.numbers.end(), decided)) return;
    quarry.attempt.found = {};
    SearchResult& search = quarry.attempt.found.result.search;
    search.outcome = SearchResult::Outcome::Stopped;
    search.stop = spent() ? Stop::States : stop_of(stop_.reason());
    std::vector<PropertyResult> concluded;
    if (quarry.limit.empty()) concluded = conclude(quarry);
    for (std::size_t i = 0; i < quarry.numbers.size(); ++i) {
      std::optional<PropertyResult>& known = results_[quarry.numbers[i]];
      if (known) continue;
      known = quarry.limit.empty() ? std::move(concluded[i]) : result_for(*quarry.properties[i]);
      WEIR_ASSERT(known->verdict == Verdict::Inconclusive, "a hunt without an error proves nothing");
      if (!quarry.limit.empty()) {
        known->reason = quarry.limit;
        continue;
      }
      complete(quarry.numbers[i], *known);
      const Quarry* const prefixes = quarry.prefixes ? &quarries_[*quarry.prefixes] : nullptr;
      if (quarry.exhausted && (prefixes == nullptr || prefixes->waits || prefixes->exhausted))
        known->reason =
            "a search visited every state without an error, so a check without --hunt can decide the property";
      else if (quarry.exhausted && !prefixes->limit.empty())
        known->reason = prefixes->limit;
      known->reason += "; " + coverage_text(*known);
    }
  }

  static std::string coverage_text(const PropertyResult& result) {
    std::uint64_t searches = 0;
    for (const HuntRecord& record : result.hunt) searches += record.searches;
    return fmt::format("the hunt made {} search{} and expanded {} states, about {} distinct, at most {} steps deep",
                       searches, searches == 1 ? "" : "es", result.stats.states_generated, result.stats.states,
                       result.stats.max_depth);
  }

  /// Adds the statistics of the hunt.
  void complete(std::size_t property, PropertyResult& result) {
    const std::uint64_t automaton_states = result.stats.automaton_states;
    result.stats = {};
    result.hunt.clear();
    for (std::size_t i = 0; i < quarries_.size(); ++i) {
      const std::vector<std::size_t>& numbers = quarries_[i].numbers;
      if (!quarries_[i].limit.empty() || std::find(numbers.begin(), numbers.end(), property) == numbers.end()) continue;
      add_statistics(i, result);
    }
    for (const Hunter& hunter : hunters_) result.stats.memory_bytes += hunter.budget.used();
    result.stats.states_estimated = true;
    result.stats.automaton_states = automaton_states;
    result.stats.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    result.engine.emptiness = "hunt";
    result.engine.store.reset();
    const std::shared_ptr<TransitionSystem>& own = properties_[property].system;
    if (result.engine.executor.empty())
      result.engine.executor = describe_executor(own != nullptr ? *own : context_.system);
    result.engine.threads = static_cast<std::uint32_t>(hunters_.size());
  }

  /// Adds those of the searches for one quarry.
  void add_statistics(std::size_t number, PropertyResult& result) const {
    DistinctEstimate distinct;
    std::uint64_t expansions = 0;
    for (const Hunter& hunter : hunters_) {
      const CountedSpace& space = hunter.space(number);
      distinct.add(space.distinct());
      expansions += space.expansions();
      result.stats.transitions += space.transitions();
    }
    result.stats.states_generated += expansions;
    result.stats.states += std::min(distinct.estimate(), expansions);
    const std::vector<HuntRecord>& records = quarries_[number].records;
    if (result.hunt.empty())
      for (const HuntRecord& record : records) result.hunt.push_back({.strategy = record.strategy});
    for (std::size_t i = 0; i < records.size(); ++i) {
      result.hunt[i].searches += records[i].searches;
      result.hunt[i].states += records[i].states;
      result.hunt[i].max_depth = std::max(result.hunt[i].max_depth, records[i].max_depth);
      result.stats.max_depth = std::max(result.stats.max_depth, records[i].max_depth);
    }
  }

  static constexpr std::uint64_t kIdleSearches = 64;

  const CheckContext& context_;
  const Plan& plan_;
  const std::vector<Property>& properties_;
  const Clock::time_point start_ = Clock::now();
  StopFlag stop_;
  const Watchdog watchdog_;
  std::deque<Quarry> quarries_;
  std::deque<Hunter> hunters_;
  Schedule schedule_;
  std::atomic<std::uint64_t> expanded_{0};  ///< states; only counts, so relaxed order would do
  HuntObserver observer_;
  std::mutex mutex_;         ///< guards what the threads record: records, exhausted, waits, finds_, idle_
  std::vector<Find> finds_;  ///< of the current round
  std::uint64_t idle_ = 0;   ///< searches in a row that expanded nothing
  bool reductions_broken_ = false;
  std::vector<std::optional<PropertyResult>> results_;
};

}  // namespace

Expected<std::vector<PropertyResult>> hunt(const CheckContext& context, const Plan& plan,
                                           const std::vector<Property>& properties, double seconds) {
  Plan next = plan;
  while (true) {
    Hunt hunt(context, next, properties, seconds);
    Expected<std::vector<PropertyResult>> results = hunt.run();
    if (!results || !hunt.reductions_broken()) return results;
    next.options.reduce = Reductions::none();
  }
}

Diagnostics hunt_problems(const CheckOptions& options) {
  if (!options.hunt) return {};
  const auto problem = [](const std::string& option, const std::string& why) {
    return Diagnostics{{.message = "--hunt and " + option + " exclude each other: " + why}};
  };
  if (options.certify) return problem("--certify", "a hunt never says that a property holds");
  if (options.shortest) return problem("--shortest", "a hunt finds some error, not the nearest one");
  if (!options.replay_trail.empty()) return problem("--replay-trail", "a trail is replayed without searching");
  const char* const anew = "a hunt begins anew with every search; give another --seed instead";
  if (!options.checkpoint.file.empty()) return problem("--checkpoint", anew);
  if (!options.checkpoint.resume.empty()) return problem("--resume", anew);
  const char* const own = "its strategies use their own stores and searches";
  if (options.store != Store::Auto) return problem("--store", own);
  if (options.cache_entries) return problem("--cache-entries", own);
  if (options.replacement) return problem("--replacement", own);
  if (options.emptiness != Emptiness::Auto) return problem("--emptiness", own);
  if (options.search != SearchOrder::DepthFirst) return problem("--search", own);
  if (options.reduce.contains(Reduction::Sleep))
    return problem("--reduce sleep", "sleep sets need a search that keeps them with every state");
  return {};
}

}  // namespace weir
