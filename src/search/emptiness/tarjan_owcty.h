// SPDX-License-Identifier: Apache-2.0
// Searches that build the whole product before they look for a failing cycle.
//
// TarjanSearch is the classical procedure: first the graph, then its strongly connected components; it decides any
// acceptance condition.
// OwctySearch is one-way elimination ("one way catch them young", Černá and Pelánek 2003; after Fisler et al. 2001) for
// generalised Büchi acceptance on transitions: keep only what can be reached from an edge of every acceptance set, and
// what has a predecessor, until nothing changes; what is left, if anything, contains a failing cycle. Needs no
// depth-first order, so it suits machines with many cores or many nodes.
#pragma once

#include "search/kernel/explicit_graph.h"
#include "search/kernel/search.h"

namespace weir {

class TarjanSearch {
 public:
  TarjanSearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

 private:
  Expander expander_;
  ExplicitGraph graph_;
};

class OwctySearch {
 public:
  OwctySearch(SearchSpace& space, StateStore& store, SearchControl& control);
  SearchResult run();

 private:
  /// Keeps what can be reached from the target of an edge with this mark. True: something went.
  bool keep_reachable(std::uint32_t mark);
  /// Removes, again and again, what has no predecessor. True: something went.
  bool remove_without_predecessor();

  Expander expander_;
  ExplicitGraph graph_;
  std::vector<bool> kept_;
  std::uint64_t left_ = 0;
};

/// Reports a run through a part of the graph; its states have the store's numbers.
SearchResult report_part(Expander& expander, const AcceptingPart& part);

}  // namespace weir
