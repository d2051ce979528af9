// SPDX-License-Identifier: Apache-2.0
// Decides whether two explored systems are bisimilar, by naive partition refinement: no property can then tell them
// apart, whatever it asks about the letters of states, about errors and about deadlocks.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/state_graph.h"

namespace weir::test {

struct LabelledGraph {
  StateGraph graph;
  std::vector<std::uint64_t> letters;  ///< of each state
};

bool bisimilar(const LabelledGraph& one, const LabelledGraph& other);

}  // namespace weir::test
