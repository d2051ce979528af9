// SPDX-License-Identifier: Apache-2.0
// Emptiness for any acceptance condition on the fly: strongly connected components are found depth-first as in
// Couvreur's search; each is decomposed (explicit_graph.h) as soon as it is complete, so a failing one ends the search
// before the rest of the product is generated. Strong fairness is a Streett condition and needs this.
#pragma once

#include "base/memory/growing_array.h"
#include "search/kernel/explicit_graph.h"
#include "search/kernel/search.h"

namespace weir {

class EmersonLeiSearch {
 public:
  EmersonLeiSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

 private:
  struct Frame {
    std::uint32_t state;
    std::uint32_t remaining;
  };
  static constexpr std::uint32_t kRemoved = 0xFFFFFFFF;

  bool explore(StateId root);
  bool push(StateId state);
  /// True: the component that is complete now is a failing one.
  bool pop();
  bool decompose(std::uint32_t root_order);

  Expander graph_;
  GrowingArray<Frame> frames_;
  GrowingArray<std::uint32_t> edge_targets_;
  GrowingArray<std::uint32_t> order_;  ///< 0: not visited; otherwise the place on the stack of live states
  GrowingArray<std::uint32_t> live_;
  GrowingArray<std::uint32_t> root_order_;
  std::optional<AcceptingPart> failing_;
};

}  // namespace weir
