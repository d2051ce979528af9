// SPDX-License-Identifier: Apache-2.0
// Reads a run from JSON, a counterexample that a check has written or a run that an explorer has saved (run_writer.h),
// and finds the run of the model that it describes.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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
  std::optional<std::size_t> choice = std::nullopt;  ///< its number among the steps of the model, if saved
};

struct RecordedRun {
  std::vector<RecordedStep> steps;
  std::string kind;                                 ///< of the violated property
  std::string formula;                              ///< of the violated property
  std::set<std::string> names;                      ///< of all properties in the file
  std::set<std::string> atoms;                      ///< of their formulas, as far as they can be read without the model
  std::set<std::string> changing;                   ///< other names of variables that have several values
  std::optional<std::size_t> start = std::nullopt;  ///< the number of the initial state, if saved

  /// Whether these choices of follow_recording() follow all steps. The last may repeat a deadlocked state.
  bool followed_by(const std::vector<std::size_t>& choices) const {
    return choices.size() > steps.size() || (!choices.empty() && steps[choices.size() - 1].stutters);
  }
};

/// `property`: whose counterexample to read; empty: the first.
Expected<RecordedRun> read_recording(const std::string& path, const std::string& property);
/// The same from text; `name` stands for the file in messages.
Expected<RecordedRun> parse_recording(std::string_view text, const std::string& name, const std::string& property);
/// The counterexample of a property as a recording.
RecordedRun recording_of(const PropertyResult& property);

/// "step 3: the model cannot P[0] x = 1", for a step that could not be followed.
std::string refused_step(const RecordedRun& recording, std::size_t step);

/// The indices of the initial state and of the successors that the recording takes, as far as the model can follow it:
/// one more than the number of steps. Different steps of a model may have the same description, so all matching steps
/// are followed together, and a run that violates the property is preferred. Incomplete after `stop` is raised.
std::vector<std::size_t> follow_recording(const TransitionSystem& system, const RecordedRun& recording,
                                          const StopFlag& stop);

}  // namespace weir
