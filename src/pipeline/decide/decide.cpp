// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/decide.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/memory/memory_limit.h"
#include "model/program_system.h"
#include "pipeline/decide/bounded_heap.h"
#include "store/growing_store.h"

namespace weir {

PropertyResult result_for(const Property& property) {
  PropertyResult result;
  result.name = property.name;
  result.kind = property.kind;
  result.formula = property.text;
  return result;
}

LimitedExpansions limit_expansions(const CheckContext& context, MemoryBudget& memory) {
  return {context.checkpoint == nullptr ? program_of(context.system) : nullptr, {context.stop, &memory}};
}

SearchLimits limits_of(const CheckContext& context) {
  SearchLimits limits;
  limits.max_depth = context.options.max_depth;
  limits.max_states = context.options.max_states;
  if (context.options.time_limit > 0) {
    limits.seconds = std::max(context.options.time_limit - context.seconds_used, 1e-3);
  }
  limits.stop = context.stop;
  return limits;
}

std::string one_thread_because(const CheckContext& context, const std::string& obstacle) {
  return obstacle.empty() && context.checkpoint != nullptr ? "a search that is saved has one thread" : obstacle;
}

std::uint64_t memory_limit_of(const CheckOptions& options) { return run_budget(options.memory_limit); }

ConstructionLimits construction_limits(const CheckContext& context) {
  return {context.stop, resident_bytes() + memory_limit_of(context)};
}

std::string limit_reason(const CheckContext& context, const Diagnostic& limit) {
  return context.stop->raised() ? limit.message : std::string(kAutomatonTooLarge) + ": " + limit.message;
}

std::optional<PropertyResult> undecided(const CheckContext& context, const Property& property,
                                        const Diagnostics& problems) {
  if (problems.empty() || !problems.front().limit) return std::nullopt;
  PropertyResult result = result_for(property);
  result.reason = limit_reason(context, problems.front());
  return result;
}

Expected<ChosenStore> choose_store(const CheckContext& context) {
  const CheckOptions& options = context.options;
  std::string name = options.store;
  ChosenStore chosen;
  if (name == "auto") {
    chosen.grows = !options.cache_entries_given;
    name = options.cache_entries_given ? "cache" : "exact";
  }
  chosen.kind = find_store_kind(name);
  if (chosen.kind == nullptr) {
    std::string known;
    for (const StoreKind& kind : store_kinds()) known += std::string(", ") + kind.name;
    return Diagnostic{.message = "there is no store `" + name + "`; there are auto" + known};
  }
  if (options.cache_entries_given && name != "cache") {
    return Diagnostic{.message = "--cache-entries is for --store cache, not for " + name};
  }
  if (options.cache_entries_given) chosen.options.cache_entries = options.cache_entries;
  chosen.options.replacement = options.replacement;
  chosen.options.seed = options.seed;
  if (chosen.kind->traits.may_forget) {
    constexpr std::uint64_t kOfTheProduct = 4;  // the automaton's state, a colour
    chosen.options.state_bytes = largest_state(context.system) + kOfTheProduct;
  }
  return chosen;
}

std::string name_of(const ChosenStore& chosen, const StateStore& store) {
  const auto* growing = dynamic_cast<const GrowingStore*>(&store);
  return growing != nullptr ? growing->form() : chosen.kind->name;
}

Expected<std::unique_ptr<StateStore>> make_store(const ChosenStore& chosen, MemoryBudget& budget) {
  if (chosen.grows) {
    return std::unique_ptr<StateStore>(std::make_unique<GrowingStore>(budget, GrowingStore::exact_bytes(budget)));
  }
  std::unique_ptr<StateStore> store = chosen.kind->make(budget, chosen.options);
  if (store == nullptr) {
    return Diagnostic{.message = std::string("the memory limit is too small for --store ") + chosen.kind->name};
  }
  return store;
}

namespace {
void conclude_stopped(const CheckContext& context, PropertyResult& result) {
  result.verdict = Verdict::Inconclusive;
  result.reason = reason_text(context.stop->reason());
}
}  // namespace

void withdraw(const CheckContext& context, const std::string& problem, PropertyResult& result) {
  result.verdict = Verdict::Inconclusive;
  result.has_counterexample = false;
  result.counterexample = {};
  if (context.stop->raised()) return conclude_stopped(context, result);
  if (context.checkpoint != nullptr) context.checkpoint->note_damage();  // more likely than an error of weir
  result.reason = "internal error: a counterexample was found, but it does not stand: " + problem +
                  ". Please report this with the model and the command line.";
}

namespace {
constexpr std::uint64_t kBytesOfAShownStep = 3000;
constexpr std::uint64_t kAlwaysForShowing = std::uint64_t{1} << 28;
}  // namespace

namespace {
/// The last atom of the run that has no value, and where; empty: there is none.
std::string undefined_atom(const Counterexample& run) {
  std::string found;
  std::size_t number = 0;
  for (const auto* part : {&run.prefix, &run.cycle}) {
    for (const TraceStep& step : *part) {
      ++number;
      for (const AtomValue& atom : step.atoms)
        if (!atom.defined) found = "`" + atom.atom + "` cannot be evaluated at step " + std::to_string(number);
    }
  }
  return found;
}
}  // namespace

void conclude_violated(const CheckContext& context, const Run& run, const Accusation& accusation,
                       const Description& description, PropertyResult& result) {
  const Interpreted interpreted(context.system);
  // Past the limits there is a moment left to certify what was found in time.
  constexpr double kGraceSeconds = 0.5;
  StopFlag grace;
  const bool late = context.stop->raised();
  const Watchdog watchdog(grace, late ? kGraceSeconds : 0, {});
  StopFlag& stop = late ? grace : *context.stop;
  MemoryBudget budget(memory_limit_of(context));
  const LimitedExpansions limited(program_of(context.system), {&stop, &budget});
  const std::string problem = certify(context.system, run, accusation);
  if (stop.raised()) return conclude_stopped(context, result);
  if (!problem.empty()) return withdraw(context, problem, result);
  result.verdict = Verdict::Violated;
  // What people read takes some kilobytes a step in memory: a run of millions of steps is certified, but not shown.
  if (run.size() > std::max(memory_limit_of(context.options), kAlwaysForShowing) / kBytesOfAShownStep) {
    result.warnings.push_back(
        "the counterexample was certified, but with " + std::to_string(run.size()) +
        " steps it is too long to show in the memory granted; --shortest or --max-depth may help");
    return;
  }
  result.has_counterexample = true;
  result.counterexample = describe_run(context.system, run, description);
  result.counterexample.validated = true;
  const std::string undefined = undefined_atom(result.counterexample);
  if (!undefined.empty() && accusation.kind == Accusation::Kind::Undefined)
    result.counterexample.explanation = undefined + ", and the formula asks for it there";
}

void conclude_without_run(const SearchResult& search, const StateStore& store, PropertyResult& result) {
  result.verdict = Verdict::Inconclusive;
  if (search.outcome == SearchResult::Outcome::Stopped) {
    result.reason = stop_reason(search);
  } else if (!store.traits().exact) {
    // Rounded to two digits, but not down.
    result.reason = fmt::format("no error found (probability of omission \u2264 {:.2g}); {}",
                                std::min(1.0, 1.05 * store.omission_probability()), store.guarantee());
  } else {
    result.verdict = Verdict::Holds;
    if (store.traits().may_forget) result.reason = bounded_heap_guarantee(search.stats);
  }
}

}  // namespace weir
