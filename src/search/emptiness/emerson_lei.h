// SPDX-License-Identifier: Apache-2.0
// On-the-fly emptiness check for any acceptance condition. Couvreur's search finds the strongly connected components.
// Each one is decomposed as soon as it is complete (accepting_part.h), so a failing one ends the search before the rest
// of the product is generated. Strong fairness is a Streett condition and needs this search.
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
