// SPDX-License-Identifier: Apache-2.0
// ShuffledSpace: the same graph with the edges of each state in a random order. The order depends only on the state and
// the seed, so it is the same at every expansion. Implements `--search random` for all depth-first searches.
#pragma once

#include <numeric>
#include <vector>

#include "base/table/hash.h"
#include "search/space/wrapped_space.h"

namespace weir {

class ShuffledSpace final : public WrappedSpace {
 public:
  ShuffledSpace(SearchSpace& space, std::uint64_t seed) : WrappedSpace(space), seed_(seed) {}

  void expand(StateView state, StateEdges& out) override {
    space_.expand(state, below_);
    std::vector<std::size_t>& order = order_;
    order.resize(below_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::uint64_t random = hash_bytes(state, seed_);
    for (std::size_t i = order.size(); i > 1; --i) {
      random = hash_mix(random, i);
      std::swap(order[i - 1], order[random % i]);
    }
    out.clear();
    for (const std::size_t edge : order) {
      out.states.append(below_.states.step(edge), below_.states.state(edge));
      if (!below_.marks.empty()) out.marks.push_back(below_.marks[edge]);
    }
    out.defect = below_.defect;
    out.on_step = below_.on_step;
    out.fault_step = below_.fault_step;
    out.fault_target = below_.fault_target;
  }

 private:
  std::uint64_t seed_;
  StateEdges below_;
  std::vector<std::size_t> order_;
};

}  // namespace weir
