// SPDX-License-Identifier: Apache-2.0
// weir check: opens the model, collects the properties, and decides them question by question.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "frontend/open_model.h"
#include "pipeline/decide/conclude.h"
#include "pipeline/decide/confirm.h"
#include "pipeline/decide/decide.h"
#include "pipeline/decide/joining.h"
#include "pipeline/decide/numbered_observer.h"
#include "pipeline/decide/rounds.h"
#include "pipeline/decide/sampling_observer.h"
#include "pipeline/graph/space_statistics.h"
#include "pipeline/hunt/errors_first.h"
#include "pipeline/hunt/hunt.h"
#include "pipeline/interruption.h"
#include "pipeline/prepare/option_problems.h"
#include "pipeline/prepare/property.h"
#include "pipeline/save/checkpoint.h"
#include "pipeline/sources.h"
#include "pipeline/trail/replay_trail.h"

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

void add_new(const Diagnostics& more, Diagnostics& warnings) {
  for (const Diagnostic& warning : more) {  // about atoms, which may have been resolved several times
    const bool known = std::any_of(warnings.begin(), warnings.end(),
                                   [&](const Diagnostic& other) { return other.message == warning.message; });
    if (known) continue;
    warnings.push_back(warning);
    warnings.back().severity = Diagnostic::Severity::Warning;
  }
}

Expected<CheckResult> check_system(TransitionSystem& system, const std::vector<Property>& properties,
                                   const CheckOptions& options, Observer* observer, RunCheckpoint* checkpoint) {
  const Clock::time_point start = Clock::now();
  SamplingObserver sampling(observer);
  if (options.coverage) observer = &sampling;
  StopFlag stop;
  const Watchdog watchdog(stop, options.time_limit, interruption(observer));
  CheckResult result;
  for (const Property& property : properties) result.properties.push_back(result_for(property));
  if (observer != nullptr) observer->begin(result.properties);
  Coverage coverage;
  const auto system_of = [&](const Property& property) -> TransitionSystem& {
    return property.system != nullptr ? *property.system : system;
  };

  if (options.hunt) {
    auto hunted = hunt({system, observer, &stop}, {options, seconds_since(start)}, properties);
    if (!hunted) return hunted.error();
    result.properties = std::move(*hunted);
    for (std::size_t i = 0; i < properties.size(); ++i) {
      std::string& executor = result.properties[i].engine.executor;
      if (executor.empty()) executor = describe_executor(system_of(properties[i]));
    }
  }
  std::vector<std::vector<std::size_t>> questions;
  if (!options.hunt)
    questions =
        joined_questions({system, observer, &stop, nullptr, checkpoint}, {options, seconds_since(start)}, properties);
  const auto is_open = [&](std::size_t i) { return result.properties[i].verdict == Verdict::Inconclusive; };
  const auto attempt = [&](std::size_t question, double share, StopFlag& own) -> Expected<bool> {
    std::vector<std::size_t> open;
    std::copy_if(questions[question].begin(), questions[question].end(), std::back_inserter(open), is_open);
    std::vector<const Property*> asked;
    for (const std::size_t i : open) asked.push_back(&properties[i]);
    std::optional<NumberedObserver> numbered;
    if (observer != nullptr) numbered.emplace(*observer, NumberedObserver::Turn{open[0] + 1, properties.size(), share});
    CheckContext context{system_of(*asked.front()), numbered ? &*numbered : nullptr, &own, &coverage, checkpoint};
    if (observer != nullptr && !options.certify)
      context.concluded = [&](const Property& property, const PropertyResult& known) {
        observer->decided(static_cast<std::size_t>(&property - properties.data()), known);
      };
    Expected<std::vector<PropertyResult>> decided =
        decide_errors_first(context, {options, seconds_since(start)}, asked);
    if (!decided) return decided.error();
    for (std::size_t i = 0; i < open.size(); ++i) {
      std::string& executor = (*decided)[i].engine.executor;
      if (executor.empty()) executor = describe_executor(context.system);
      replace_attempt(result.properties[open[i]], std::move((*decided)[i]));
      // A share of the time that is used up is no limit of the user's.
      if (std::string& reason = result.properties[open[i]].reason;
          !stop.raised() && own.raised() && reason == reason_text(StopFlag::Reason::Time))
        reason.clear();
      if (observer != nullptr && !options.certify) observer->decided(open[i], result.properties[open[i]]);
    }
    return own.reason() != StopFlag::Reason::Time || std::none_of(open.begin(), open.end(), is_open);
  };
  using Sharing = TimeShares::Sharing;
  const TimeShares shares(questions.size(), options.time_limit,
                          checkpoint == nullptr ? Sharing::Rounds : Sharing::OneByOne);
  const auto given_up = ask_in_rounds(questions.size(), shares, stop, attempt);
  if (!given_up) return given_up.error();
  std::vector<std::size_t> left;
  for (const std::size_t question : *given_up)
    std::copy_if(questions[question].begin(), questions[question].end(), std::back_inserter(left), is_open);
  for (const std::size_t i : left) result.properties[i].reason = "its share of the time limit was used up";
  hunt_the_rest({system, observer, &stop, nullptr, checkpoint}, {options, seconds_since(start)}, properties, left,
                result.properties);
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (is_open(i) && result.properties[i].reason.empty())
      result.properties[i].reason = reason_text(stop.raised() ? stop.reason() : StopFlag::Reason::Time);
  for (std::size_t i = 0; i < properties.size() && options.certify; ++i) {
    StopFlag own(stop);
    const CheckContext context{system_of(properties[i]), observer, &own};
    confirm(context, {options, seconds_since(start)}, properties[i], result.properties[i]);
    if (observer != nullptr) observer->decided(i, result.properties[i]);
  }
  add_new(system.warnings(), result.warnings);
  report_coverage(system, std::move(coverage), result);
  result.seconds = seconds_since(start);
  result.peak_memory_bytes = peak_resident_bytes();
  if (options.coverage) {
    result.coverage.samples = sampling.take();
    measure_coverage(system, options.memory_limit, time_left(options.time_limit, result.seconds), stop,
                     result.coverage);
  }
  return result;
}

/// The same, with saving and resuming if requested.
Expected<CheckResult> check_from(const Model& model, TransitionSystem& system, const CheckOptions& options,
                                 Observer* observer) {
  if (Diagnostics problems = unknown_symmetry(options.symmetry); !problems.empty()) return problems;
  Diagnostics warnings;
  Expected<std::vector<Property>> properties = collect_properties(model, system, options, warnings);
  if (!properties) return properties.error();
  if (Diagnostics problems = hunt_problems(options); !problems.empty()) return problems;
  if (!options.replay_trail.empty()) return replay_trail(model, std::move(*properties), options);
  add_new(idle_options(*properties, options), warnings);
  const bool saved = !options.checkpoint.file.empty() || !options.checkpoint.resume.empty();
  auto checkpoint = RunCheckpoint::open(
      options.checkpoint, saved ? RunIdentity::of_check(model, system, *properties, options) : RunIdentity());
  if (!checkpoint) return checkpoint.error();
  Expected<CheckResult> result = check_system(system, *properties, options, observer, checkpoint->get());
  if (!result) return result;
  add_new(result->warnings, warnings);
  result->warnings = std::move(warnings);
  if (*checkpoint == nullptr) return result;
  if ((*checkpoint)->damaged()) return (*checkpoint)->damage();
  const bool unfinished =
      std::any_of(result->properties.begin(), result->properties.end(),
                  [](const PropertyResult& property) { return property.verdict == Verdict::Inconclusive; });
  for (Diagnostic& note : (*checkpoint)->notes(unfinished)) result->warnings.push_back(std::move(note));
  return result;
}

}  // namespace

Expected<CheckResult> check(const std::string& model_path, const CheckOptions& options, Observer* observer) {
  const Clock::time_point start = Clock::now();
  Expected<Model> model = open_model(model_path, options.model);
  if (!model) return model.error();
  CheckOptions rest = options;
  rest.time_limit = time_left(options.time_limit, seconds_since(start));  // reading the model counts
  Expected<CheckResult> result = check_from(*model, *model->system, rest, observer);
  if (!result) return result.error();
  result->model = model_path;
  result->files = files_of(*model, options);
  result->sources = sources_of(*result);
  result->warnings.insert(result->warnings.begin(), model->warnings.begin(), model->warnings.end());
  result->seconds = seconds_since(start);
  return result;
}

Expected<CheckResult> check(TransitionSystem& system, const CheckOptions& options, Observer* observer) {
  Model nothing_stated;
  nothing_stated.properties = {{.kind = StatedProperty::Kind::Assertions, .name = "assertions"},
                               {.kind = StatedProperty::Kind::Deadlock, .name = "deadlock"}};
  return check_from(nothing_stated, system, options, observer);
}

}  // namespace weir
