// SPDX-License-Identifier: Apache-2.0
// Best-first search: expands the states with the least estimated distance to a violation first (Edelkamp, Lluch
// Lafuente and Leue 2001). States are kept exactly. For a failing cycle it heads for the accepting components of the
// automaton and probes the space from every state that enters one.
#pragma once

#include <vector>

#include "base/random_numbers.h"
#include "search/hunt/target.h"
#include "search/lasso/lasso_builder.h"
#include "store/exact_store.h"

namespace weir {

class BestFirst {
 public:
  BestFirst(const HuntTarget& target, const HuntEffort& effort);
  DefectResult run();

 private:
  /// Where a state was generated first.
  struct Origin {
    std::uint32_t source = 0;  ///< its own number: an initial state
    std::uint32_t edge = 0;
    std::uint32_t depth = 0;
  };

  DefectResult search();
  bool add_new(std::uint32_t source);
  bool visit(std::uint32_t state);
  bool probe(std::uint32_t state);
  bool enters_acceptance(std::uint32_t state);
  std::uint32_t take_nearest();
  Run run_to(std::uint32_t state);

  const HuntTarget& target_;
  const HuntEffort& effort_;
  SearchControl control_;
  RandomNumbers random_;
  Distance& distance_;
  bool newest_first_;  ///< among states of the same distance; otherwise a random one
  ExactStore store_;
  Expander graph_;
  GrowingArray<Origin> origins_;                     ///< by state
  std::vector<std::vector<std::uint32_t>> waiting_;  ///< by distance
  std::size_t nearest_ = 0;                          ///< no state with a smaller distance is waiting
  std::uint64_t waiting_count_ = 0;
  std::uint64_t probed_ = 0;  ///< states visited by probes
  Defect wanted_;
  DefectResult result_;
  bool found_ = false;
};

DefectResult directed_search(const HuntTarget& target, const HuntEffort& effort);

}  // namespace weir
