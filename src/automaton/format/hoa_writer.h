// SPDX-License-Identifier: Apache-2.0
// Writes an Automaton as HOA v1. Finite automata are state-based, with `Acceptance: 1 Inf(0)` and {0} on the states in
// which a word may end.
#pragma once

#include <string>
#include <vector>

#include "automaton/automaton.h"

namespace weir {

/// The text of one automaton, from `HOA: v1` to `--END--` and a newline. Uses state marks if has_state_marks.
/// `properties` are those known to the caller (`stutter-invariant`, `weak`, ...); form, determinism and completeness
/// are added automatically.
std::string to_hoa(const Automaton& automaton, const std::vector<std::string>& properties = {});
/// The HOA name and parameters of this condition (`Buchi`, `Rabin 2`, `parity min even 3`), or an empty string.
std::string acceptance_name(std::uint32_t mark_count, const Acceptance& acceptance);

}  // namespace weir
