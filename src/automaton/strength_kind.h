// SPDX-License-Identifier: Apache-2.0
// The kinds of automaton strength. strength.h computes them.
#pragma once

#include <cstdint>

namespace weir {

enum class Strength : std::uint8_t { Terminal, Weak, Strong };
enum class ComponentStrength : std::uint8_t { Rejecting, Terminal, Weak, Strong };

}  // namespace weir
