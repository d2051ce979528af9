// SPDX-License-Identifier: Apache-2.0
// The words for how strong an automaton is (strength.h computes them), for those who only ask.
#pragma once

#include <cstdint>

namespace weir {

enum class Strength : std::uint8_t { Terminal, Weak, Strong };
enum class ComponentStrength : std::uint8_t { Rejecting, Terminal, Weak, Strong };

}  // namespace weir
