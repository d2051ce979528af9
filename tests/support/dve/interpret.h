// SPDX-License-Identifier: Apache-2.0
// Interprets DVE by its definition, directly on a generated tree, without weir's parser, program, machine and search.
#pragma once

#include "support/differential/language.h"

namespace weir::test {

/// The state space of the system without its property process.
std::optional<Census> dve_census(const Node& program, std::uint64_t limit);
/// Whether the property process accepts a run; nothing if there is no such process, a run-time error, or too many
/// states.
std::optional<bool> dve_accepts(const Node& program, std::uint64_t limit);

}  // namespace weir::test
