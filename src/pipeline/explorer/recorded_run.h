// SPDX-License-Identifier: Apache-2.0
// Runs by their choices, and runs that were recorded: counterexamples and saved runs.
#pragma once

#include <cstddef>
#include <vector>

#include <weir/explorer.h>

#include "pipeline/explorer/explored_model.h"
#include "pipeline/explorer/state_space.h"
#include "pipeline/trail/recording.h"

namespace weir {

/// Follows a list of choices, one at a time.
class ChoiceFollower {
 public:
  ChoiceFollower(StateSpace& space, const std::vector<std::size_t>& choices, StopFlag& stop)
      : space_(space), choices_(choices), stop_(stop) {}

  void begin(std::size_t start_choice);
  /// Returns false at the end.
  bool step();
  Explorer::Run run() { return std::move(run_); }

 private:
  StateSpace& space_;
  const std::vector<std::size_t>& choices_;
  StopFlag& stop_;
  SuccessorBuffer buffer_;
  Explorer::Node node_ = 0;
  Explorer::Run run_;
};

/// The run of the model that the recording describes, as far as the model can follow it.
Explorer::Run run_of(StateSpace& space, const ExploredModel& model, RecordedRun recording, StopFlag& stop);

}  // namespace weir
