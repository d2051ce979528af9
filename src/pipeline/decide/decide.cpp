// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/decide.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "pipeline/decide/bounded_heap.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/grace.h"

namespace weir {
namespace {

/// Prepares everything that a search needs. Returns diagnostics if the question cannot be searched.
Diagnostics set_up(Attempt& attempt, Question& question) {
  Expected<ChosenStore> chosen = choose_store(attempt.options, attempt.system);
  if (!chosen) return chosen.error();
  attempt.chosen = *chosen;
  if (attempt.saved()) {
    const std::string why = obstacle_to_checkpoint(chosen->kind->traits);
    if (!why.empty()) return {{.message = why}};
  }
  if (Diagnostics problems = question.translate(); !problems.empty()) return problems;
  Expected<ChosenReductions> reductions =
      choose_reductions(attempt.system, attempt.options, question.preserved(), attempt.context.checkpoint);
  if (!reductions) return reductions.error();
  attempt.reductions = std::move(*reductions);
  if (Diagnostics problems = question.open(); !problems.empty()) return problems;
  std::string one_thread = attempt.options.cache_entries ? "--cache-entries uses one thread" : "";
  if (one_thread.empty()) one_thread = question.obstacle_to_threads();
  if (one_thread.empty() && attempt.saved()) one_thread = "a search that is saved uses one thread";
  Expected<ThreadPlan> threads = plan_threads(attempt.options.threads, one_thread, attempt.options.alone_states);
  if (!threads) return threads.error();
  attempt.threads = *threads;
  if (attempt.saved()) {
    const std::string why = question.obstacle_to_saving();
    if (!why.empty()) return {{.message = "--checkpoint and --resume do not support " + why}};
  }
  if (!attempt.renew_store())
    return {{.message = std::string("the memory limit is too small for --store ") + attempt.chosen.kind->name}};
  return {};
}

std::string names_of(const Question& question) {
  std::string names;
  for (const Property* property : question.properties()) names += (names.empty() ? "" : ", ") + property->name;
  return names;
}

/// Tells the observer that the question is attempted in another way.
void note(const Attempt& attempt, const Question& question, const std::string& what) {
  if (attempt.context.observer != nullptr) attempt.context.observer->note(names_of(question) + ": " + what);
}

void search(Attempt& attempt, Question& question) {
  ModelSpace model = model_space_of(attempt.reductions, attempt.system);
  const auto saved_with_it = [&](Archive& archive) {
    attempt.reductions.serialize(archive);
    question.serialize(archive);
  };
  const SearchJob job{
      .alone =
          [&](SearchControl& control) {
            attempt.renew_store();
            return resumable(attempt.context.checkpoint, control, model, saved_with_it,
                             [&] { return question.search(control); });
          },
      .together = [&](WorkCrew& crew, SharedStore& store,
                      SearchControl& control) { return question.search(crew, store, control); },
      .forget = [&] { attempt.renew_store(); },
  };
  SearchLimits limits = attempt.limits();
  limits.grace = [&attempt] { return std::make_shared<Grace>(attempt); };
  // The result is not final yet: to certify and shorten a run needs the memory and the states that the search holds
  // until it ends. So what was found is only noted.
  Defect noted = Defect::None;
  limits.found = [&](Defect found) {
    for (const Property* property : question.properties()) {
      const Defect violation = question.violation_of(*property);
      if (!any(violation & found) || any(violation & noted) || attempt.context.observer == nullptr) continue;
      attempt.context.observer->note("violated  " + property->name +
                                     " (its run is certified when the search for other errors ends)");
      if (!attempt.context.concluded) continue;
      PropertyResult known = result_for(*property);  // if a limit ends the program before that
      known.reason = "an error was found, but its run was not certified in time";
      attempt.context.concluded(*property, known);
    }
    noted = noted | found;
  };
  attempt.found = search_as_planned(attempt.threads, limits, attempt.budget, *attempt.chosen.kind,
                                    attempt.context.observer, names_of(question), job);
}

/// The plan for another attempt: without reductions if the model broke a promise they rely on, on a bounded heap if the
/// states did not fit, or as the question wants it. Nothing if the result is final.
Expected<std::optional<Plan>> next_plan(const Attempt& attempt, Question& question) {
  Plan next = attempt.plan;
  next.seconds_used += attempt.found.result.search.stats.seconds;
  next.memory = attempt.budget.limit();
  if (const std::string broken = attempt.reductions.broken_promise(); !broken.empty()) {
    if (!attempt.options.reduce.is_automatic() || !attempt.options.symmetry.empty())
      return Diagnostic{.message = broken};
    next.options.reduce = Reductions::none();
    note(attempt, question, "the search starts again without reductions: " + broken);
    return std::optional<Plan>(std::move(next));
  }
  if (attempt.found.any()) return question.plan_after_finding(std::move(next));
  if (attempt.saved()) return std::optional<Plan>();
  // Several threads need more memory than one. If weir chose the number of threads, one thread may still succeed.
  if (attempt.threads.chosen && attempt.found.threads > 1 && attempt.found.result.search.stop == Stop::Memory) {
    next.options.threads = 1;
    note(attempt, question, "the memory limit was reached; the search starts again with one thread, which needs less");
    return std::optional<Plan>(std::move(next));
  }
  if (!question.may_forget()) return std::optional<Plan>();
  const auto cached = with_bounded_heap(attempt.options, attempt.system, attempt.found.result.search, next.memory);
  if (!cached) return std::optional<Plan>();
  note(attempt, question, bounded_heap_note(*cached, attempt.found.result.search.stats));
  next.options = *cached;
  return std::optional<Plan>(std::move(next));
}

/// The results if a limit was reached before the search.
std::vector<PropertyResult> undecided(const Question& question, const std::string& reason) {
  std::vector<PropertyResult> results;
  for (const Property* property : question.properties()) {
    results.push_back(result_for(*property));
    results.back().reason = reason;
  }
  return results;
}

}  // namespace

Expected<std::vector<PropertyResult>> decide(const CheckContext& context, Plan plan, const AskQuestion& ask) {
  while (true) {
    Attempt attempt(context, plan);
    const std::unique_ptr<Question> question = ask(attempt);
    if (context.stop->raised()) return undecided(*question, reason_text(context.stop->reason()));
    if (Diagnostics problems = set_up(attempt, *question); !problems.empty()) {
      if (problems.front().limit) return undecided(*question, limit_reason(attempt, problems.front()));
      return problems;
    }
    search(attempt, *question);
    if (attempt.saved() && context.checkpoint->damaged()) return context.checkpoint->damage();
    Expected<std::optional<Plan>> next = next_plan(attempt, *question);
    if (!next) return next.error();
    if (!*next) {
      const Grace grace(attempt);
      return question->conclude();
    }
    plan = std::move(**next);
  }
}

std::unique_ptr<Question> ask(Attempt& attempt, const std::vector<const Property*>& properties) {
  const Property& first = *properties.front();
  if (std::all_of(properties.begin(), properties.end(), [](const Property* one) { return is_defect(*one); }))
    return ask_for_defects(attempt, properties);
  if (properties.size() > 1) return ask_jointly(attempt, properties);
  return is_of_finite_words(first) ? ask_finite(attempt, first) : ask_infinite(attempt, first);
}

Expected<std::vector<PropertyResult>> decide(const CheckContext& context, const Plan& plan,
                                             const std::vector<const Property*>& properties) {
  return decide(context, plan, [&](Attempt& attempt) { return ask(attempt, properties); });
}

Expected<PropertyResult> decide(const CheckContext& context, const Plan& plan, const Property& property) {
  Expected<std::vector<PropertyResult>> decided = decide(context, plan, {&property});
  if (!decided) return decided.error();
  return std::move(decided->front());
}

}  // namespace weir
