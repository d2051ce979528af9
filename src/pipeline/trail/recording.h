// SPDX-License-Identifier: Apache-2.0
// Reads a counterexample that a check has written as JSON, and finds the run of the model that it describes.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <weir/weir.h>

#include "base/stop_flag.h"

namespace weir {

/// One step: the process, the event, and the states before and after it if known.
struct RecordedStep {
  std::string event;
  std::string process;
  nlohmann::json before, after;
  bool stutters = false;
  bool starts_cycle = false;
};

struct RecordedRun {
  std::vector<RecordedStep> steps;
  std::string kind;                ///< of the violated property
  std::string formula;             ///< of the violated property
  std::set<std::string> atoms;     ///< of all properties in the file
  std::set<std::string> changing;  ///< other names of variables that have several values

  /// Whether these choices of follow_recording() follow all steps. The last may repeat a deadlocked state.
  bool followed_by(const std::vector<std::size_t>& choices) const {
    return choices.size() > steps.size() || (!choices.empty() && steps[choices.size() - 1].stutters);
  }
};

/// `property`: whose counterexample to read; empty: the first.
Expected<RecordedRun> read_recording(const std::string& path, const std::string& property);

/// The indices of the initial state and of the successors that the recording takes, as far as the model can follow it:
/// one more than the number of steps. Different steps of a model may have the same description, so all matching steps
/// are followed together, and a run that violates the property is preferred. Incomplete after `stop` is raised.
std::vector<std::size_t> follow_recording(const TransitionSystem& system, const RecordedRun& recording,
                                          const StopFlag& stop);

}  // namespace weir
