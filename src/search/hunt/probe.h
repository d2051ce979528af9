// SPDX-License-Identifier: Apache-2.0
// An exact search for a failing cycle from one state, at most some states far. Random walks and directed searches lead
// deep into a space; the probe decides whether the neighbourhood of the state they reached contains a cycle.
#pragma once

#include <optional>

#include "search/hunt/target.h"

namespace weir {

/// The failing run from `state` on; nothing if none was found. Adds the states visited to `visited`.
std::optional<Run> probe_for_cycle(SearchSpace& space, StateView state, const HuntEffort& effort, std::uint64_t states,
                                   std::uint64_t& visited);
/// The finite run `run`, which ends in the first state of `rest`, continued by `rest`.
Run continued_by(Run run, Run rest);

}  // namespace weir
