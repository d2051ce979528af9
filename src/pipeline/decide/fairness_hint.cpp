// SPDX-License-Identifier: Apache-2.0
#include "pipeline/decide/fairness_hint.h"

#include <vector>

#include <fmt/core.h>

#include "counterexample/certify.h"

namespace weir {
namespace {

/// The name of a process that can move in some state of the cycle.
std::string process_name(const TransitionSystem& system, const Run& run, std::uint32_t process) {
  SuccessorBuffer successors;
  for (const RunStep& step : run.cycle) {
    successors.clear();
    system.successors(step.state, successors);
    for (std::size_t i = 0; i < successors.size(); ++i) {
      if (successors.step(i).process != static_cast<std::int32_t>(process)) continue;
      std::string name = system.describe(step.state, successors.step(i), successors.state(i)).process;
      if (!name.empty()) return name;
    }
  }
  return std::to_string(process);
}

}  // namespace

std::string fairness_hint(const TransitionSystem& system, const Run& run, Fairness fair, const StopFlag* stop) {
  if (run.finite() || fair == Fairness::Strong) return {};
  const auto starved = [&](bool strong) { return unfair_to(system, run, strong, stop); };
  std::vector<std::uint32_t> processes;
  bool strong = false;
  if (fair == Fairness::None) processes = starved(false);
  if (processes.empty()) {
    processes = starved(true);
    strong = true;
  }
  if (processes.empty() || (stop != nullptr && stop->raised())) return {};
  const std::string who = "process " + process_name(system, run, processes.front());
  if (stop != nullptr && stop->raised()) return {};
  return fmt::format("in this run, {} can {}, but never does; with --fair {} such runs are ignored", who,
                     strong ? "move again and again" : "always move", strong ? "strong" : "weak");
}

}  // namespace weir
