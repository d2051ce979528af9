// SPDX-License-Identifier: Apache-2.0
// Is there, in a graph that is written down whole, a reachable cycle with all marks that is fair? Components by
// Tarjan's algorithm; strong fairness by taking away what may not be met for ever and looking again.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

namespace weir::test {

enum class OracleFairness { None, Weak, Strong };

using ProcessSet = std::bitset<256>;

struct MarkedProduct {
  struct Edge {
    std::uint32_t target = 0;
    std::uint64_t marks = 0;
    ProcessSet acts;
  };
  struct Node {
    std::vector<Edge> edges;
    ProcessSet enabled;  ///< processes that could move here
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> starts;
  std::uint64_t all_marks = 0;  ///< a cycle must have all of these, on one edge or another
};

bool has_fair_cycle(const MarkedProduct& product, OracleFairness fairness);

}  // namespace weir::test
