// SPDX-License-Identifier: Apache-2.0
// Follows a cycle of a reduced system in the model. A round may return to a state that is only equivalent, so it is
// repeated until a state at the start of a round occurs a second time.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "model/run.h"

namespace weir {

/// Advances the model from the last of the steps to a state represented by `to`; returns false if that is impossible.
using Advance = std::function<bool(const RunStep& from, const std::vector<std::byte>& to)>;

/// Appends a step in which the model stutters, as `from` does.
void append_stutter(const RunStep& from, std::vector<RunStep>& steps);

/// `steps`: the prefix in the model, ending in its current state; `advance` appends to it. A counter that nothing reads
/// may take very long to repeat: after a few rounds, states that are equal under `same_future` also close the cycle
/// (Run::returns_to).
std::optional<Run> refined_cycle(const std::vector<RunStep>& cycle, const Advance& advance, std::vector<RunStep>& steps,
                                 const SameFuture& same_future = {});

}  // namespace weir
