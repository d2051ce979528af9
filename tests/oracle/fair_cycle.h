// SPDX-License-Identifier: Apache-2.0
// Decides whether an explicit graph has a reachable fair cycle with all marks. Components are found by Tarjan's
// algorithm. For strong fairness, states that a fair cycle cannot visit are removed and the search is repeated.
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
    ProcessSet enabled;  ///< processes enabled here
  };
  std::vector<Node> nodes;
  std::vector<std::uint32_t> starts;
  std::uint64_t all_marks = 0;  ///< a cycle must carry all of these
};

bool has_fair_cycle(const MarkedProduct& product, OracleFairness fairness);

}  // namespace weir::test
