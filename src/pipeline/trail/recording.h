// SPDX-License-Identifier: Apache-2.0
// A counterexample that a check has written as JSON: reading it, and finding the run of the model that it describes.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <weir/weir.h>

#include "base/stop_flag.h"

namespace weir {

/// One step: the process, the event, and the states before and after it where they are known.
struct RecordedStep {
  std::string event;
  std::string process;
  nlohmann::json before, after;
  bool stutters = false;
  bool starts_cycle = false;
};

struct RecordedRun {
  std::vector<RecordedStep> steps;
  std::string kind;             ///< of the property that the run violates
  std::string formula;          ///< of the same
  std::set<std::string> atoms;  ///< of all properties in the file
};

/// `property`: whose counterexample is read; empty: the first.
Expected<RecordedRun> read_recording(const std::string& path, const std::string& property);

/// The numbers of the initial state and of the successors that the recording takes, as far as the model can follow it:
/// one more than steps followed. Different steps of a model may read the same in a recording, so all that fit are
/// followed at once, and a run that violates the property is preferred to one that only reads alike. Incomplete once
/// `stop` is raised.
std::vector<std::size_t> follow_recording(const TransitionSystem& system, const RecordedRun& recording,
                                          const StopFlag& stop);

}  // namespace weir
