// SPDX-License-Identifier: Apache-2.0
// DVE by its definition, on the tree that a generator made: no parser, program, machine or search of weir takes part.
#pragma once

#include "support/differential/language.h"

namespace weir::test {

/// The state space of the system without its property process.
std::optional<Census> dve_census(const Node& program, std::uint64_t limit);
/// Whether the property process accepts a run; nothing: there is none, there are run-time errors, or too many states.
std::optional<bool> dve_accepts(const Node& program, std::uint64_t limit);

}  // namespace weir::test
