// SPDX-License-Identifier: Apache-2.0
// weir check: opens the model, collects the properties, and decides them question by question.
#include <algorithm>
#include <chrono>

#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "frontend/open_model.h"
#include "pipeline/decide/confirm.h"
#include "pipeline/decide/decide.h"
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

/// Indices of properties that one search decides: all assertions and deadlocks together, every other property alone.
std::vector<std::vector<std::size_t>> questions_about(const std::vector<Property>& properties) {
  std::vector<std::vector<std::size_t>> questions;
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (!is_defect(properties[i])) continue;
    if (questions.empty()) questions.emplace_back();
    questions.front().push_back(i);
  }
  for (std::size_t i = 0; i < properties.size(); ++i)
    if (!is_defect(properties[i])) questions.push_back({i});
  return questions;
}

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
  StopFlag stop;
  const Watchdog watchdog(stop, options.time_limit, interruption(observer));
  CheckResult result;
  result.properties.resize(properties.size());
  Coverage coverage;
  const auto system_of = [&](const Property& property) -> TransitionSystem& {
    return property.system != nullptr ? *property.system : system;
  };

  for (const std::vector<std::size_t>& numbers : questions_about(properties)) {
    std::vector<const Property*> asked;
    for (const std::size_t i : numbers) asked.push_back(&properties[i]);
    StopFlag own(stop);  // memory used up by one question is available to the next
    const CheckContext context{system_of(*asked.front()), observer, &own, &coverage, checkpoint};
    Expected<std::vector<PropertyResult>> decided = decide(context, {options, seconds_since(start)}, asked);
    if (!decided) return decided.error();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      std::string& executor = (*decided)[i].engine.executor;
      if (executor.empty()) executor = describe_executor(context.system);
      result.properties[numbers[i]] = std::move((*decided)[i]);
    }
  }
  for (std::size_t i = 0; i < properties.size() && options.certify; ++i) {
    StopFlag own(stop);
    const CheckContext context{system_of(properties[i]), observer, &own};
    confirm(context, {options, seconds_since(start)}, properties[i], result.properties[i]);
  }
  add_new(system.warnings(), result.warnings);
  report_coverage(system, std::move(coverage), result);
  result.seconds = seconds_since(start);
  result.peak_memory_bytes = peak_resident_bytes();
  return result;
}

/// The same, with saving and resuming if requested.
Expected<CheckResult> check_from(const Model& model, TransitionSystem& system, const CheckOptions& options,
                                 Observer* observer) {
  if (Diagnostics problems = unknown_symmetry(options.symmetry); !problems.empty()) return problems;
  Diagnostics warnings;
  Expected<std::vector<Property>> properties = collect_properties(model, system, options, warnings);
  if (!properties) return properties.error();
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
  Expected<CheckResult> result = check_from(*model, *model->system, options, observer);
  if (!result) return result.error();
  result->model = model_path;
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
