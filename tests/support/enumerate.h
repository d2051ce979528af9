// SPDX-License-Identifier: Apache-2.0
// A naive breadth-first enumeration of a state space, with a set of byte strings. For tests of front-ends.
#pragma once

#include <cstdint>
#include <limits>

#include <weir/transition_system.h>

namespace weir::test {

struct Enumeration {
  std::uint64_t states = 0;
  std::uint64_t transitions = 0;
  std::uint64_t levels = 0;  ///< breadth-first levels; the initial states are the first
  std::uint64_t deadlocks = 0;
  std::uint64_t faults = 0;  ///< steps with a fault; their successors are not visited
  std::uint64_t bytes = 0;   ///< total size of all states
  bool complete = true;
};

Enumeration enumerate(const TransitionSystem& system,
                      std::uint64_t max_states = std::numeric_limits<std::uint64_t>::max());

}  // namespace weir::test
