// SPDX-License-Identifier: Apache-2.0
// Replay: walks a run on the model itself, step by step, and reads off the word it spells. Shares nothing with the
// searches but the run.
#pragma once

#include <string>
#include <vector>

#include <weir/diagnostic.h>

#include "formula/timeline.h"
#include "model/run.h"

namespace weir {

/// What is wrong with the run: it does not start in an initial state, or a step of it is none of the model's. Empty:
/// it is a run of the model. A run that closes loosely must come back to a state with the same future.
std::string replay_problem(const TransitionSystem& system, const Run& run, const SameFuture& same_future = {});

enum class WordKind : std::uint8_t {
  Lasso,   ///< infinite: every state with the event leaving it; deadlocked states stutter
  Events,  ///< finite: the events
  States,  ///< finite: the states, each with the event leaving it
};

/// The word of a run over these atoms. `dead` and `tau` mean what docs/semantics.md says.
Expected<ValuedWord> word_of(TransitionSystem& system, const Run& run, const std::vector<std::string>& atoms,
                             WordKind kind);

}  // namespace weir
