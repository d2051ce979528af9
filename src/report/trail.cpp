// SPDX-License-Identifier: Apache-2.0
#include "report/trail.h"

#include <algorithm>

namespace weir {
namespace {

const Counterexample* shown_counterexample(const CheckResult& result) {
  const auto found = std::find_if(result.properties.begin(), result.properties.end(),
                                  [](const PropertyResult& property) { return property.has_counterexample; });
  return found == result.properties.end() ? nullptr : &found->counterexample;
}

}  // namespace

void TrailWriter::add(const StepDescription& step) {
  for (const StepDescription::Move& move : step.moves) {
    text_ +=
        std::to_string(++depth_) + ":" + std::to_string(move.process) + ":" + std::to_string(move.statement) + "\n";
  }
}

std::string trail_report(const CheckResult& result) {
  const Counterexample* run = shown_counterexample(result);
  if (run == nullptr) return {};
  TrailWriter trail;
  for (const TraceStep& step : run->prefix) trail.add(step.step);
  // A cycle of stuttering alone has no moves; Spin would treat its mark as the last step.
  const bool moves =
      std::any_of(run->cycle.begin(), run->cycle.end(), [](const TraceStep& step) { return !step.stutters; });
  if (moves) trail.cycle_starts();
  for (const TraceStep& step : run->cycle) trail.add(step.step);
  return trail.text();
}

bool lacks_trail(const CheckResult& result) {
  const Counterexample* run = shown_counterexample(result);
  if (run == nullptr) return false;
  const auto moveless = [](const TraceStep& step) { return !step.stutters && !step.last && step.step.moves.empty(); };
  return std::any_of(run->prefix.begin(), run->prefix.end(), moveless) ||
         std::any_of(run->cycle.begin(), run->cycle.end(), moveless);
}

}  // namespace weir
