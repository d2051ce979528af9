// SPDX-License-Identifier: Apache-2.0
// RunWriter: writes a run as JSON that recording.h reads. The form is that of a counterexample of `weir check --json`,
// with two additions, `start` and `choice`, which tell apart states and steps that look alike. `state` lists all
// variables at the start, and in later positions those that the step before has changed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <weir/transition_system.h>

namespace weir {

class RunWriter {
 public:
  /// `start`: the number of the initial state.
  RunWriter(std::size_t start, const std::vector<Variable>& state);

  /// The run repeats from the current position on.
  void start_cycle() { in_cycle_ = true; }
  /// Adds a step and what it changed.
  void add(std::size_t choice, const StepDescription& step, const std::vector<Variable>& changed);
  /// Ends in the current position. A run with a cycle repeats it; `stutters`: the current position itself.
  std::string finish(const std::string& name, bool stutters);

 private:
  nlohmann::ordered_json& part() { return in_cycle_ ? cycle_ : prefix_; }

  std::size_t start_;
  bool in_cycle_ = false;
  nlohmann::ordered_json state_;  ///< what is new in the current position
  nlohmann::ordered_json prefix_ = nlohmann::ordered_json::array();
  nlohmann::ordered_json cycle_ = nlohmann::ordered_json::array();
};

}  // namespace weir
