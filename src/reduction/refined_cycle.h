// SPDX-License-Identifier: Apache-2.0
// A cycle of a smaller system, followed in the model: a round may come back to a state that is only equivalent, so it
// goes round again, until a state at the start of a round is met a second time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/run.h"

namespace weir {

/// Takes the model from the last of the steps to a state that `to` stands for; false: there is no way.
using Advance = std::function<bool(const RunStep& from, const std::vector<std::byte>& to)>;

/// Appends a step in which the model stays where it is, as `from` does.
void append_stutter(const RunStep& from, std::vector<RunStep>& steps);

/// `steps`: the prefix in the model, and where it stands now; `advance` appends to it. A counter that nothing reads may
/// take very long to come back: after a few rounds, states that `same_future` takes for equal close the cycle too, and
/// the run is marked as closed loosely (Run::closes_loosely).
std::optional<Run> refined_cycle(const std::vector<RunStep>& cycle, const Advance& advance, std::vector<RunStep>& steps,
                                 const SameFuture& same_future = {});

}  // namespace weir
