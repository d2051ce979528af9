// SPDX-License-Identifier: Apache-2.0
// Emptiness for any acceptance condition on the fly: strongly connected components are found by Couvreur's search; each
// is decomposed (accepting_part.h) as soon as it is complete, so a failing one ends the search before the rest of the
// product is generated. Strong fairness is a Streett condition and needs this.
#pragma once

#include "search/emptiness/couvreur.h"
#include "search/kernel/explicit_graph.h"

namespace weir {

class EmersonLeiSearch final : public CouvreurSearch {
 public:
  EmersonLeiSearch(SearchSpace& space, StateStore& store, SearchControl& control)
      : CouvreurSearch(space, store, control, std::nullopt) {}

 private:
  bool fails_when_complete(std::uint32_t root_order) override;
  SearchResult report() override;

  std::optional<AcceptingPart> failing_;
};

}  // namespace weir
