// SPDX-License-Identifier: Apache-2.0
// weir check, the whole story: open the model, find out what is to be decided, decide it, property by property.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>

#include "base/memory/memory_limit.h"
#include "base/stop_flag.h"
#include "frontend/open_model.h"
#include "model/program_system.h"
#include "pipeline/decide/confirm.h"
#include "pipeline/decide/decide.h"
#include "pipeline/interruption.h"
#include "pipeline/prepare/property.h"
#include "pipeline/prepare/reductions.h"
#include "pipeline/save/checkpoint.h"
#include "pipeline/sources.h"
#include "pipeline/trail/replay_trail.h"

namespace weir {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Options that no search looks at: refused where they ask for something that does not exist.
Diagnostics problems_with(const CheckOptions& options) {
  Diagnostics problems;
  problems = unknown_reductions(options.reduce);
  for (Diagnostic& problem : unknown_symmetry(options.symmetry)) problems.push_back(std::move(problem));
  static constexpr std::string_view kTranslators[] = {"auto", "couvreur", "derivative", "closure"};
  if (std::find(std::begin(kTranslators), std::end(kTranslators), options.translator) == std::end(kTranslators)) {
    problems.push_back({.message = "there is no translator `" + options.translator + "`"});
  }
  return problems;
}

/// Options that none of the properties at hand looks at are named: nothing is dropped in silence.
Diagnostics idle_options(const std::vector<Property>& properties, const CheckOptions& options) {
  const bool infinite = std::any_of(properties.begin(), properties.end(), [](const Property& property) {
    return !is_defect(property) && !is_of_finite_words(property);
  });
  const bool finite = std::any_of(properties.begin(), properties.end(),
                                  [](const Property& property) { return property.kind == PropertyKind::Ltlf; });
  std::vector<std::string> idle;
  if (!infinite && options.emptiness != "auto") idle.push_back("--emptiness");
  if (!infinite && !finite && options.translator != "auto") idle.push_back("--translator");
  if (!infinite && !finite && options.fair != "none") idle.push_back("--fair");
  if (!infinite && !finite && !options.assume.empty()) idle.push_back("--assume");
  if (!finite && options.computations != "all") idle.push_back("--computations");
  Diagnostics warnings;
  for (const std::string& option : idle) {
    warnings.push_back({.severity = Diagnostic::Severity::Warning,
                        .message = option + " changes nothing: no property that is checked here looks at it"});
  }
  return warnings;
}

Expected<CheckResult> check_system(TransitionSystem& system, const std::vector<Property>& properties,
                                   const CheckOptions& options, Observer* observer, RunCheckpoint* checkpoint,
                                   Diagnostics warnings) {
  const Clock::time_point start = Clock::now();
  StopFlag stop;
  const Watchdog watchdog(stop, options.time_limit, interruption(observer));
  CheckResult result;
  result.warnings = std::move(warnings);
  for (Diagnostic& warning : idle_options(properties, options)) result.warnings.push_back(std::move(warning));
  result.properties.resize(properties.size());

  // Assertions and deadlocks are looked for together: the model is searched once.
  std::vector<const Property*> defects;
  Coverage coverage;
  for (const Property& property : properties) {
    if (is_defect(property)) defects.push_back(&property);
  }
  if (!defects.empty()) {
    StopFlag own(stop);  // memory that one property uses up is there for the next
    Expected<std::vector<PropertyResult>> decided =
        decide_defects({system, options, observer, &own, 0, &coverage, checkpoint}, defects);
    if (!decided) return decided.error();
    std::size_t next = 0;
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (!is_defect(properties[i])) continue;
      result.properties[i] = std::move((*decided)[next++]);
      std::string& executor = result.properties[i].engine.executor;
      if (executor.empty()) executor = describe_executor(system);
    }
  }
  for (std::size_t i = 0; i < properties.size(); ++i) {
    if (is_defect(properties[i])) continue;
    result.properties[i] = result_for(properties[i]);
    if (stop.raised()) {  // the limits are for the whole run
      result.properties[i].reason = reason_text(stop.reason());
      continue;
    }
    TransitionSystem& asked = properties[i].system != nullptr ? *properties[i].system : system;
    StopFlag own(stop);
    Expected<PropertyResult> decided =
        decide({asked, options, observer, &own, seconds_since(start), &coverage, checkpoint}, properties[i]);
    if (!decided) return decided.error();
    result.properties[i] = std::move(*decided);
    std::string& executor = result.properties[i].engine.executor;
    if (executor.empty()) executor = describe_executor(asked);
  }
  for (std::size_t i = 0; i < properties.size() && options.certify; ++i) {
    TransitionSystem& asked = properties[i].system != nullptr ? *properties[i].system : system;
    StopFlag own(stop);
    confirm({asked, options, observer, &own, seconds_since(start)}, properties[i], result.properties[i]);
  }
  for (const Diagnostic& warning : system.warnings()) {  // of atoms: the same one may have been resolved several times
    const bool known = std::any_of(result.warnings.begin(), result.warnings.end(),
                                   [&](const Diagnostic& other) { return other.message == warning.message; });
    if (known) continue;
    result.warnings.push_back(warning);
    result.warnings.back().severity = Diagnostic::Severity::Warning;
  }
  report_coverage(system, std::move(coverage), result);
  result.seconds = seconds_since(start);
  result.peak_memory_bytes = peak_resident_bytes();
  return result;
}

/// Opens the checkpoint, if one is asked for, and checks the system.
Expected<CheckResult> check_from(const Model& model, TransitionSystem& system, const std::vector<Property>& properties,
                                 const CheckOptions& options, Observer* observer, Diagnostics warnings) {
  if (Diagnostics problems = problems_with(options); !problems.empty()) return problems;
  const CheckpointOptions& saving = options.checkpoint;
  if (saving.file.empty() && saving.resume.empty())
    return check_system(system, properties, options, observer, nullptr, std::move(warnings));
  Expected<ChosenStore> store = choose_store({system, options, observer});
  if (!store) return store.error();
  if (const std::string why = obstacle_to_checkpoint(store->kind->traits); !why.empty()) {
    return Diagnostic{.message = why};
  }
  auto checkpoint = RunCheckpoint::open(saving, RunIdentity::of_check(model, system, properties, options));
  if (!checkpoint) return checkpoint.error();
  Expected<CheckResult> result =
      check_system(system, properties, options, observer, checkpoint->get(), std::move(warnings));
  if (!result) return result;
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
  Diagnostics warnings;
  Expected<std::vector<Property>> properties = collect_properties(*model, *model->system, options, warnings);
  if (!properties) return properties.error();
  Expected<CheckResult> result = options.replay_trail.empty() ? check_from(*model, *model->system, *properties, options,
                                                                           observer, std::move(warnings))
                                                              : replay_trail(*model, std::move(*properties), options);
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
  Diagnostics warnings;
  Expected<std::vector<Property>> properties = collect_properties(nothing_stated, system, options, warnings);
  if (!properties) return properties.error();
  return check_from(nothing_stated, system, *properties, options, observer, std::move(warnings));
}

}  // namespace weir
