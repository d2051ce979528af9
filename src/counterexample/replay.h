// SPDX-License-Identifier: Apache-2.0
// Replays a run on the model step by step and extracts its word. Shares no code with the searches except the run type.
#pragma once

#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "base/stop_flag.h"
#include "formula/timeline.h"
#include "model/run.h"

namespace weir {

/// Returns what is wrong with the run: it does not start in an initial state, or one of its steps is not a step of the
/// model. Empty if it is a run of the model. A run that closes only up to equivalence must return to a state with the
/// same future. Once `stop` is raised, the result has no meaning.
std::string replay_problem(const TransitionSystem& system, const Run& run, const SameFuture& same_future = {},
                           const StopFlag* stop = nullptr);

enum class WordKind : std::uint8_t {
  Lasso,   ///< infinite: every state with the event leaving it; deadlocked states stutter
  Events,  ///< finite: the events
  States,  ///< finite: the states, each with the event leaving it
};

/// The word of a run over these atoms. docs/semantics.md defines `dead` and `tau`. Fails once
/// `stop` is raised.
Expected<ValuedWord> word_of(TransitionSystem& system, const Run& run, const std::vector<std::string>& atoms,
                             WordKind kind, const StopFlag* stop = nullptr);

}  // namespace weir
